import { createRequire } from 'node:module';

/** As much of the package that jsdom makes styles with as is changed here. */
interface StylePackage {
  CSSStyleDeclaration: new (...parts: unknown[]) => object;
}

/**
 * Loads jsdom so that no style leads out of a page: `element.style._global` would be this process's own global object, and
 * with it the process. It is there for the errors that styles throw alone.
 */
export async function loadConfinedJsdom(): Promise<typeof import('jsdom')> {
  const requireAsJsdom = createRequire(import.meta.resolve('jsdom'));
  // What jsdom itself requires.
  const styles = requireAsJsdom('cssstyle') as StylePackage;
  const errors = Object.freeze({ DOMException: globalThis.DOMException, TypeError: globalThis.TypeError });
  styles.CSSStyleDeclaration = class extends styles.CSSStyleDeclaration {
    constructor(...parts: unknown[]) {
      super(...parts);
      const style = this as { _global?: unknown };
      if (style._global === globalThis) style._global = errors;
    }
  };
  return import('jsdom');
}
