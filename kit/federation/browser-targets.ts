import path from 'node:path';
import browserslist from 'browserslist';

/** The file that lists the supported browsers. */
export const browserTargetsFile = path.resolve(import.meta.dirname, '.browserslistrc');

/** The browsers that the site is built for, as queries of browserslist. */
export const browserTargets: readonly string[] = browserslist.loadConfig({ config: browserTargetsFile }) ?? [];
