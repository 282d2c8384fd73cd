import { runSetting, runs } from '../engines/engine-suites.ts';
import { engineNames } from '../engines/engines.ts';

/** The allowed values of each setting of `npm test`. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  [runSetting]: runs,
  TEST_SECOND_TRY: ['on', 'off'],
  TEST_OBJECT_STORE: ['ceph', 'none'],
  TEST_LANGUAGES: ['all'],
  TEST_ENGINES: ['chromium', ...engineNames],
};

/** Settings with several values, separated by commas. */
const lists: ReadonlySet<string> = new Set(['TEST_ENGINES']);

/** A sentence for each invalid setting. Otherwise a misspelled one would silently run fewer tests. */
export function problemsOfSettings(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(allowed).flatMap(([name, known]) => {
    const value = environment[name];
    if (!value) return [];
    const unknown = (lists.has(name) ? value.split(',') : [value]).filter((word) => !known.includes(word));
    return unknown.map((word) => `${name} takes ${known.join(' or ')}, not "${word}".`);
  });
}
