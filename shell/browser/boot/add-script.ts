import type { PageScript } from '../../app/page-scripts.ts';
import { cacheBuster } from '../cache-buster.ts';

/** In milliseconds, before the first retry. */
const firstDelay = 1000;
const maxDelay = 16_000;

/**
 * Adds a script and retries it until it loads. Each retry has its own URL, because browsers remember a failure (offline, or
 * a corrupt cached copy) by URL.
 */
export function addScript(page: Document, file: PageScript, attempt = 0): void {
  const { href, integrity = '' } = file;
  // Inserted scripts run in order of arrival unless `async` is false.
  const script = Object.assign(page.createElement('script'), {
    async: false,
    crossOrigin: 'anonymous',
    integrity,
    src: attempt ? `${href}?${cacheBuster()}` : href,
  });
  script.onerror = () => {
    script.remove();
    setTimeout(() => addScript(page, file, attempt + 1), Math.min(firstDelay * 2 ** attempt, maxDelay));
  };
  page.head.append(script);
}

export const attributesOf = ({ integrity = '' }: PageScript) => ({ crossOrigin: 'anonymous', integrity });
