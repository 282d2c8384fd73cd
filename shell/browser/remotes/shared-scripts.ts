import { cacheBuster } from '../cache-buster.ts';

/** Names of files that were asked for, in the order of asking. */
const asked = new Set<string>();
const underWay = new Set<string>();
/** Shared modules that did not come when they were asked for last. */
const missing = new Set<string>();

const nameOf = __webpack_get_script_filename__;
// What failed once is remembered by the browser as an address; the integrity goes by the chunk and stays the same.
__webpack_get_script_filename__ = (chunk) => {
  const name = nameOf(chunk);
  const fresh = asked.has(name) ? freshOf(name) : name;
  asked.add(fresh);
  return fresh;
};

/** Loads a shared module, and keeps in mind whether it came. */
export async function loadShared<Module>(id: string, load: () => Promise<Module>): Promise<Module> {
  underWay.add(id);
  try {
    const module = await load();
    missing.delete(id);
    return module;
  } catch (error) {
    missing.add(id);
    throw error;
  } finally {
    underWay.delete(id);
  }
}

/** Whether a shared module that was asked for is not there. */
export function isIncomplete(): boolean {
  return underWay.size + missing.size > 0;
}

/** Asks once more for what is on its way, for a visitor who has waited long enough. Whichever comes first brings the module. */
export function retryPending(): void {
  // The bundler takes the element of a script away at its end.
  const pending = [...document.scripts].filter(({ src }) => asked.has(fileOf(src)));
  for (const { src, integrity } of pending) {
    const fresh = freshOf(src);
    asked.add(fileOf(fresh));
    const script = Object.assign(document.createElement('script'), { src: fresh, integrity, crossOrigin: 'anonymous' });
    document.head.append(script);
  }
}

function freshOf(address: string): string {
  return address.replace(/(?:\?.*)?$/, `?${cacheBuster()}`);
}

function fileOf(src: string): string {
  return src.slice(new URL(__webpack_public_path__, location.href).href.length);
}
