import { nearestWord } from '../near-words.ts';
import { variableNames } from './variables.ts';

/** Shorter names resemble too many foreign ones: PATH, PWD, TERM. */
const minLength = 7;

/**
 * Finds variables that nothing reads but that look like ours: one letter off (two for a long name), or with a prefix that
 * several of ours share. They do not stop a program, because the environment also holds foreign variables.
 * @returns a sentence for each.
 */
export function findMisspelt(environment: NodeJS.ProcessEnv): string[] {
  const known: readonly string[] = variableNames;
  return Object.keys(environment)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      // Words of other lengths cannot be near, and comparing all would take a fifth of a program's start.
      const nearest = nearestWord(
        name,
        known.filter((word) => Math.abs(word.length - name.length) <= 2),
      );
      const isNear = nearest && name.length >= minLength && nearest.distance <= (nearest.word.length < 12 ? 1 : 2);
      if (isNear) return [`${name} is set, and nothing reads it: is ${nearest.word} meant?`];
      return prefixes.some((prefix) => name.startsWith(prefix))
        ? [`${name} is set, and nothing reads it: docs/configuration.md lists what is read.`]
        : [];
    });
}

/** Prefixes of two words that several of our names share. */
const prefixes = [...Map.groupBy(variableNames, (name) => /^[A-Z]+_[A-Z]+_/.exec(name)?.[0])]
  .filter(([prefix, names]) => prefix !== undefined && names.length > 1)
  .map(([prefix = '']) => prefix);
