import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { endWorkerAtOnce } from './end-worker.mjs';

endWorkerAtOnce();
makeStylesQuick();
// jsdom comes after the change to it.
const { TestEnvironment } = await import('jest-environment-jsdom');

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

/**
 * Makes `getComputedStyle` of jsdom quick, which a query by role asks for most elements of the page: jsdom tries each rule
 * of each style sheet on each of them again after each change of the document. This leaves out, as browsers do, the rules
 * whose selector names something that the element does not have. A jsdom without the changed module stays as it is.
 */
function makeStylesQuick() {
  const ofEnvironment = createRequire(createRequire(import.meta.url).resolve('jest-environment-jsdom'));
  const path = join(dirname(ofEnvironment.resolve('jsdom')), 'jsdom/living/helpers/selectors.js');
  const selectors = existsSync(path) ? ofEnvironment(path) : {};
  const { matchesDontThrow } = selectors;
  if (!matchesDontThrow) return;
  const needs = new Map();
  selectors.matchesDontThrow = (element, selector) => {
    // A rule may have no selector, as key frames do.
    const text = String(selector);
    if (!needs.has(text)) needs.set(text, needsOf(text));
    return (needs.get(text)?.some((one) => hasAll(element, one)) ?? true) && matchesDontThrow(element, selector);
  };
}

/**
 * The name, the class and the attribute that an element has which matches a selector, as far as the last part names them:
 * for each alternative, or undefined where that is not simple to say.
 */
function needsOf(selector) {
  let plain = selector.replace(/\[([\w-]+)(?:[~|^$*]?=(?:"[^"\\]*"|'[^'\\]*'|[\w-]+)(?: [is])?)?\]/g, '#$1#');
  // What stands in parentheses narrows a part down, or stands in place of one that is not named.
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\([^()[\]"'\\]*\)/g, '');
  }
  if (/[()[\]"'\\|&]/.test(plain)) return undefined;
  return plain.split(',').map((alternative) => {
    const last =
      alternative
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? '';
    const [, name, ofClass] = /^([a-z][\w-]*)?(?:\.([\w-]+))?/i.exec(last) ?? [];
    const [, attribute] = /#([\w-]+)#/.exec(last) ?? [];
    return { name: name?.toLowerCase(), ofClass: ofClass?.toLowerCase(), attribute };
  });
}

/** It need not be exact: what it lets through is still compared. */
function hasAll(element, { name, ofClass, attribute }) {
  return (
    (name === undefined || name === element.localName.toLowerCase()) &&
    (ofClass === undefined || element.getAttribute('class')?.toLowerCase().includes(ofClass)) &&
    (attribute === undefined || element.hasAttribute(attribute))
  );
}
