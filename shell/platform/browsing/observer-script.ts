import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const observer = readFileSync(path.join(import.meta.dirname, 'page-observer.js'), 'utf8');

/** How long a page that has come alive is watched on, in milliseconds. */
const settled = 80;

/** The script that watches a page from its beginning, and the expression that asks it for its report. */
export function buildObserver(isAlive: string): { script: string; ask: string } {
  // A name that no page can know; what looks for it only finds how to ask.
  const key = `observer-${randomUUID()}`;
  const program = observer.slice(observer.indexOf('(function')).trimEnd().replace(/;$/, '');
  return {
    script: `${program}(${JSON.stringify(key)}, () => (${isAlive}), ${settled});`,
    ask: `window[${JSON.stringify(key)}]()`,
  };
}
