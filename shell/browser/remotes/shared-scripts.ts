import { cacheBuster } from '../cache-buster.ts';

/** Names of requested files, in the order of the requests. */
const asked = new Set<string>();
const underWay = new Set<string>();
/** Shared modules whose last load failed. */
const missing = new Set<string>();

const nameOf = __webpack_get_script_filename__;
// A retry needs another URL, because browsers remember a failure by its URL. The integrity belongs to the chunk and stays the same.
__webpack_get_script_filename__ = (chunk) => {
  const name = nameOf(chunk);
  const fresh = asked.has(name) ? freshOf(name) : name;
  asked.add(fresh);
  return fresh;
};

/** Loads a shared module and records a failure. */
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

/** Whether a requested shared module is missing. */
export function isIncomplete(): boolean {
  return underWay.size + missing.size > 0;
}

/** Requests pending files a second time for a visitor who has waited long enough. The first response is used. */
export function retryPending(): void {
  // The bundler removes the element of a finished script.
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
