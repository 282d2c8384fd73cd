import { cacheBuster } from '../cache-buster.ts';

/** The names of requested files, in the order of their requests. */
const requested = new Set<string>();
const pending = new Set<string>();
const failed = new Set<string>();

const nameOf = __webpack_get_script_filename__;
// Browsers remember a failure by URL, so a retry needs a new one. The integrity belongs to the chunk and stays the same.
__webpack_get_script_filename__ = (chunk) => {
  const name = nameOf(chunk);
  const fresh = requested.has(name) ? withCacheBuster(name) : name;
  requested.add(fresh);
  return fresh;
};

/** Loads a shared module and records whether it loaded. */
export async function loadShared<Module>(id: string, load: () => Promise<Module>): Promise<Module> {
  pending.add(id);
  try {
    const module = await load();
    failed.delete(id);
    return module;
  } catch (error) {
    failed.add(id);
    throw error;
  } finally {
    pending.delete(id);
  }
}

/** Whether a requested shared module is still loading or has failed. */
export function isIncomplete(): boolean {
  return pending.size + failed.size > 0;
}

/** Requests all pending files a second time, for a visitor who has waited long enough. The first response provides the module. */
export function retryPending(): void {
  // The bundler removes the element of a script after it has loaded or failed.
  const scripts = [...document.scripts].filter(({ src }) => requested.has(fileOf(src)));
  for (const { src, integrity } of scripts) {
    const fresh = withCacheBuster(src);
    requested.add(fileOf(fresh));
    const script = Object.assign(document.createElement('script'), { src: fresh, integrity, crossOrigin: 'anonymous' });
    document.head.append(script);
  }
}

function withCacheBuster(address: string): string {
  return address.replace(/(?:\?.*)?$/, `?${cacheBuster()}`);
}

function fileOf(src: string): string {
  return src.slice(new URL(__webpack_public_path__, location.href).href.length);
}
