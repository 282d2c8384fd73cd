import path from 'node:path';
import browserslist from 'browserslist';

/** The only list of supported browsers. */
export const browserTargetsFile = path.resolve(import.meta.dirname, '.browserslistrc');

export const browserTargets: readonly string[] = browserslist.loadConfig({ config: browserTargetsFile }) ?? [];
