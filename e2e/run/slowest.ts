import path from 'node:path';
import { flatten } from './engine-table.ts';
import type { JestReport, PlaywrightReport } from './reports.ts';

/** The number of listed files. */
const maxFiles = 12;

interface Timed {
  name: string;
  seconds: number;
}

/** Lists the slowest files, which determine the duration of `npm test`. */
export function drawSlowest(jest: JestReport | null, playwright: PlaywrightReport | null): string {
  const all = [...(jest ? timesOfJest(jest) : []), ...(playwright ? timesOfPlaywright(playwright) : [])];
  const slowest = all.toSorted((one, other) => other.seconds - one.seconds).slice(0, maxFiles);
  return [
    'seconds of the slowest files',
    ...slowest.map(({ name, seconds }) => `${seconds.toFixed(0).padStart(5)}  ${name}`),
  ].join('\n');
}

function timesOfJest({ testResults }: JestReport): Timed[] {
  return testResults.map(({ name, startTime, endTime }) => ({
    name: path.relative('.', name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/** The tests of a file run in parallel; their sum is the file's cost. */
function timesOfPlaywright({ suites }: PlaywrightReport): Timed[] {
  const seconds = new Map<string, number>();
  for (const { file, specs } of suites.flatMap(flatten)) {
    for (const { projectName, results } of specs.flatMap(({ tests }) => tests)) {
      const name = `${file} in ${projectName}`;
      const took = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
      seconds.set(name, (seconds.get(name) ?? 0) + took);
    }
  }
  return [...seconds].map(([name, took]) => ({ name, seconds: took }));
}
