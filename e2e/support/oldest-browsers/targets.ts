import type { BrowserName, SimpleSupportStatement, SupportBlock } from '@mdn/browser-compat-data/types';
import browserslist from 'browserslist';
import { browserTargets } from 'kit/federation/browser-targets';

/** browserslist's names, with the names in the compatibility data. */
const names: Readonly<Record<string, BrowserName>> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'safari_ios',
};

export interface OldestBrowser {
  name: BrowserName;
  version: string;
}

/** The oldest supported version of each browser. */
export const oldestBrowsers: readonly OldestBrowser[] = findOldest();

/** The oldest browsers that lack a feature. */
export function lackingBrowsers(support: SupportBlock | undefined, browsers = oldestBrowsers): OldestBrowser[] {
  if (!support) return [];
  return browsers.filter(({ name, version }) => {
    const statements = [support[name] ?? []].flat();
    return !statements.some((statement) => isThere(statement, version));
  });
}

/** Formats "chrome 109, safari 16.4". */
export function nameBrowsers(browsers: readonly OldestBrowser[]): string {
  return [...new Set(browsers.map(({ name, version }) => `${name} ${version}`))].join(', ');
}

function findOldest(): OldestBrowser[] {
  const oldest = new Map<BrowserName, string>();
  for (const entry of browserslist(browserTargets)) {
    const [id = '', versions = ''] = entry.split(' ');
    const name = names[id];
    if (!name) throw new Error(`.browserslistrc names ${id}, whose name in the compatibility data is not known here.`);
    const [version = ''] = versions.split('-');
    const known = oldest.get(name);
    if (known === undefined || isUpTo(version, known)) oldest.set(name, version);
  }
  return [...oldest].map(([name, version]) => ({ name, version }));
}

function isThere(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName } = statement;
  if (typeof added !== 'string' || added === 'preview' || flags || prefix || otherName) return false;
  return isUpTo(added.replace('≤', ''), version) && !(typeof removed === 'string' && isUpTo(removed, version));
}

/** Compares versions such as 16.4 and 109 number by number. */
function isUpTo(one: string, other: string): boolean {
  const [ones, others] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
  for (let place = 0; place < Math.max(ones.length, others.length); place += 1) {
    const difference = (ones[place] ?? 0) - (others[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}
