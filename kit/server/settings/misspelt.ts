import { nearestWord } from '../near-words.ts';
import { variableNames } from './variables.ts';

/** Shorter names are near to too many that are not ours: PATH, PWD, TERM. */
const shortest = 7;

/**
 * Finds variables that nothing reads and that are meant for the site: they are one letter off the name of one of ours (two, of a
 * long name), or begin as several of ours do. Programs start all the same, since the environment is not the site's alone.
 *
 * @returns a sentence for each.
 */
export function findMisspelt(environment: NodeJS.ProcessEnv): string[] {
  const known: readonly string[] = variableNames;
  return Object.keys(environment)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const nearest = nearestWord(name, known);
      const isNear = nearest && name.length >= shortest && nearest.distance <= (nearest.word.length < 12 ? 1 : 2);
      if (isNear) return [`${name} is set, and nothing reads it: is ${nearest.word} meant?`];
      return prefixes.some((prefix) => name.startsWith(prefix))
        ? [`${name} is set, and nothing reads it: docs/configuration.md lists what is read.`]
        : [];
    });
}

/** What several of our names begin with, of two words. */
const prefixes = [...Map.groupBy(variableNames, (name) => /^[A-Z]+_[A-Z]+_/.exec(name)?.[0])]
  .filter(([prefix, names]) => prefix !== undefined && names.length > 1)
  .map(([prefix = '']) => prefix);
