import { TestEnvironment } from 'jest-environment-jsdom';
import { endWorkerAtOnce } from './end-worker.mjs';

endWorkerAtOnce();

/** What browsers have and jsdom lacks, and what React's server renderer takes from Node. All of it is real. */
const fromNode = {
  fetch,
  Headers,
  Request,
  Response,
  AbortController,
  AbortSignal,
  TextEncoder,
  TextDecoder,
  ReadableStream,
  TransformStream,
  structuredClone,
  setImmediate,
};

/** jsdom with the network of Node. */
// biome-ignore lint/style/noDefaultExport: Jest takes an environment by its default export
export default class BrowserLikeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, fromNode);
  }
}
