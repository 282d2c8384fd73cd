import type { PageScript } from '../../app/page-scripts.ts';
import { cacheBuster } from '../cache-buster.ts';

/** Between two tries for a script that did not come, in milliseconds. */
const firstWait = 1000;
const longestWait = 16_000;

/**
 * A script that does not come, because the line is gone or a broken copy is kept, is asked for again until it does:
 * under an address of its own, since what failed is remembered by its address.
 */
export function addScript(page: Document, file: PageScript, attempt = 0): void {
  const { href, integrity = '' } = file;
  // Inserted scripts run as they arrive unless told to keep their order.
  const script = Object.assign(page.createElement('script'), {
    async: false,
    crossOrigin: 'anonymous',
    integrity,
    src: attempt ? `${href}?${cacheBuster()}` : href,
  });
  script.onerror = () => {
    script.remove();
    setTimeout(() => addScript(page, file, attempt + 1), Math.min(firstWait * 2 ** attempt, longestWait));
  };
  page.head.append(script);
}

export const attributesOf = ({ integrity = '' }: PageScript) => ({ crossOrigin: 'anonymous', integrity });
