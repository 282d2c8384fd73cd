import { TestEnvironment } from 'jest-environment-jsdom';
import { endWorkerAtOnce } from './end-worker.mjs';

endWorkerAtOnce();

/** Browser APIs that jsdom lacks, and what React's server renderer needs of Node. All of them are Node's own. */
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

/** jsdom with Node's network. */
// biome-ignore lint/style/noDefaultExport: Jest takes an environment by its default export
export default class BrowserLikeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, fromNode);
  }
}
