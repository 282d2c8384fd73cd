import { stripVTControlCharacters } from 'node:util';
import type { CheckResult } from './checks.ts';
import { type JestReport, type PlaywrightReport, testsOf } from './reports.ts';

/** One failure of a run: its place, and the first lines of its reason. */
export interface Failure {
  name: string;
  reason: string;
}

/** The lines of a reason that are shown: the last ones of a check, the first ones of a test. */
const linesShown = 12;

export function failuresOfChecks(checks: readonly CheckResult[]): Failure[] {
  return checks
    .filter(({ passed }) => !passed)
    .map(({ name, output }) => ({ name: `check: ${name}`, reason: linesOf(output).slice(-linesShown).join('\n') }));
}

export function failuresOfJest(report: JestReport): Failure[] {
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    // A file that could not run has no tests to name.
    if (failed.length === 0 && message) return [{ name, reason: shorten(message) }];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${name}: ${fullName}`,
      reason: shorten(failureMessages.join('\n')),
    }));
  });
}

export function failuresOfPlaywright(report: PlaywrightReport): Failure[] {
  const outside = report.errors.map(({ message }) => ({ name: 'playwright', reason: shorten(message ?? '') }));
  return [...outside, ...failuresWith(report, 'unexpected')];
}

/** Tests that failed and then passed at the second try. */
export function uncertainOfPlaywright(report: PlaywrightReport): Failure[] {
  return failuresWith(report, 'flaky');
}

function failuresWith(report: PlaywrightReport, wanted: 'unexpected' | 'flaky'): Failure[] {
  return testsOf(report)
    .filter(({ status }) => status === wanted)
    .map(({ projectName, file, line, title, results }) => ({
      name: `[${projectName}] ${file}:${line} ${title}`,
      reason: shorten(results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n')),
    }));
}

/** Lists failures at the end of a long log, because often only its end is kept. */
export function drawFailures(failures: readonly Failure[], what = 'failed'): string {
  return failures
    .map(({ name, reason }) => [`${what}: ${name}`, ...linesOf(reason).map((line) => `    ${line}`)].join('\n'))
    .join('\n');
}

function shorten(text: string): string {
  return linesOf(text).slice(0, linesShown).join('\n');
}

function linesOf(text: string): string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean);
}
