import path from 'node:path';
import browserslist from 'browserslist';

/** The only list of supported browsers. */
export const browserTargetsFile = path.resolve(import.meta.dirname, '.browserslistrc');

/** The supported browsers, as browserslist queries. */
export const browserTargets: readonly string[] = browserslist.loadConfig({ config: browserTargetsFile }) ?? [];
