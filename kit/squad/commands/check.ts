import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { SiteContract } from '../../contracts/squad/contract.ts';
import { CommandError } from '../../server/command-error.ts';
import { buildRemote } from '../build/build-remote.ts';
import { checkTypes } from '../build/check-types.ts';
import { assembleRelease } from '../release/assemble-release.ts';
import { checkBuild, checkRecord, checkSize, measureScripts } from '../rules/check-release.ts';
import type { GateProblem } from '../rules/gate-problem.ts';
import { resolveFrom, runNode } from '../run-command.ts';
import { siteAddress } from '../site/site-address.ts';
import { SiteClient } from '../site-client/site-client.ts';
import { type Outcome, printOutcome } from './squad-command.ts';

export function addCheckCommand(program: CommandUnknownOpts): void {
  program
    .command('check')
    .description('Check types, build, and check the rules of the site’s gate that need no site')
    .option('--site <url>', 'the site, if not the one in package.json')
    .action(async ({ site }, command) => printOutcome(command, await checkRemote(process.cwd(), site)));
}

export function addTestCommand(program: CommandUnknownOpts): void {
  program
    .command('test')
    .description('Run the tests of the remote, then everything that "check" does')
    .argument('[files...]', 'run the tests of these alone, and nothing else')
    .option('--site <url>', 'the site, if not the one in package.json')
    .action(async (files, { site }, command) => {
      const folder = process.cwd();
      await step('the tests pass', () => runTests(folder, files));
      if (files.length === 0) printOutcome(command, await checkRemote(folder, site));
    });
}

/** Runs one step of a command. It prints the time that the step took on the error stream, where no script reads answers. */
async function step<Result>(title: string, work: () => Result | Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  console.error(`  ${title.padEnd(40)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

function runTests(folder: string, files: readonly string[]): void {
  if (!existsSync(path.join(folder, 'jest.config.mjs'))) {
    throw new CommandError(`There is no jest.config.mjs in ${folder}: run this in the folder of a remote.`);
  }
  const jest = path.join(path.dirname(resolveFrom(import.meta.dirname, 'jest/package.json')), 'bin/jest.js');
  const environment = {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings`.trim(),
  };
  const { code } = runNode(jest, [...files], { folder, environment, shown: true });
  if (code !== 0) throw new CommandError('Tests failed; Jest says which above.', 1);
}

/**
 * Checks types, builds, and checks the gate's rules that need no site.
 * @throws CommandError that names everything that the gate would refuse.
 */
async function checkRemote(folder: string, option: string | undefined): Promise<Outcome> {
  const site = siteAddress(option, folder);
  const contract = await new SiteClient({ site }).readContract();
  await step('the types hold', () => checkTypes(folder));
  const dist = await step('the remote is built', () => buildRemote(folder));
  return describeRules(site, await step(`the rules of ${site}`, () => checkRules(dist, contract)));
}

/** @throws CommandError if the gate would refuse the release. Both texts name the rules that were checked, and the others. */
export function describeRules(
  site: string,
  { id, findings, checked, unchecked }: Awaited<ReturnType<typeof checkRules>>,
): Outcome {
  const rules = `Checked here: ${checked.join(', ')}. Checked by the site when the release goes live: ${unchecked.join(', ')}.`;
  if (findings.length > 0) {
    const lines = findings.map(({ rule, problem, remedy }) => `  ${rule}: ${problem}\n    ${remedy}`);
    throw new CommandError(`${site} would refuse ${id}:\n${lines.join('\n')}\n${rules}`, 1);
  }
  return { text: `${id} passes. ${rules}`, json: { id, site, asked: checked, left: unchecked } };
}

/** Checks a build against the rules of the site's gate, with the modules and budgets of the live shell. */
async function checkRules(dist: string, contract: SiteContract) {
  const { record, files } = await assembleRelease(dist);
  const { budgets, gate } = contract;
  const size = await measureScripts(record, async (file) => {
    const content = files.get(file);
    if (!content) throw new Error(`The build names ${file}, which it does not hold.`);
    return content;
  });
  const rules: Readonly<Record<string, GateProblem[]>> = {
    'record-budget': checkRecord(record, JSON.stringify(record, null, 2), budgets.record),
    ...checkBuild(record, contract),
    budget: checkSize(record.remote, size, budgets.remotes[record.remote] ?? budgets.remote),
  };
  return {
    /** The id that the build's release would get. */
    id: record.id,
    findings: Object.entries(rules).flatMap(([rule, problems]) => problems.map((problem) => ({ rule, ...problem }))),
    /** Names of the rules that were checked, and of those that only the site can check. */
    checked: Object.keys(rules),
    unchecked: gate.map(({ id }) => id).filter((id) => !(id in rules)),
  };
}
