import { engineNames } from '../engines/engines.ts';

/** What each setting of `npm test` may say. */
const words: Readonly<Record<string, readonly string[]>> = {
  TEST_WHOLE: ['on', 'off'],
  TEST_SECOND_TRY: ['on', 'off'],
  TEST_OBJECT_STORE: ['ceph', 'none'],
  TEST_LANGUAGES: ['all'],
  TEST_ENGINES: ['chromium', ...engineNames],
};

/** Settings that name several, divided by commas. */
const lists: ReadonlySet<string> = new Set(['TEST_ENGINES']);

/**
 * What is wrong with the settings of a run: a sentence for each. A misspelt one would otherwise try less than was asked for,
 * without a word.
 */
export function problemsOfSettings(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(words).flatMap(([name, known]) => {
    const said = environment[name];
    if (!said) return [];
    const unknown = (lists.has(name) ? said.split(',') : [said]).filter((word) => !known.includes(word));
    return unknown.map((word) => `${name} takes ${known.join(' or ')}, not "${word}".`);
  });
}
