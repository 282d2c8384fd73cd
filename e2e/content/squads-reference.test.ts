import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { routeMetaSchema } from 'kit/contracts/release';
import { Gate } from '../../shell/platform/index.ts';
import { repositoryRoot } from '../run/run-command.ts';

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');
const reference = read('docs/squads-reference.md');

/** The cells of the tables below a heading. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = reference.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const rows = own.split('\n').filter((line) => line.startsWith('| '));
  return rows.filter((line) => !line.startsWith('| ---')).map((line) => line.slice(2, -2).split(' | '));
}

const quoted = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

it('each option of a route has an example that a release may have', () => {
  const rows = rowsBelow('Options of a route').slice(1);
  expect(rows.map(([option]) => quoted(option)[0])).toEqual(expect.arrayContaining(Object.keys(routeMetaSchema.shape)));
  expect(rows).toHaveLength(Object.keys(routeMetaSchema.shape).length);
  for (const [option = '', , example = ''] of rows) {
    const given = new Function(`return { ${quoted(example)[0]} };`)();
    expect([option, Object.keys(given)]).toEqual([option, quoted(option)]);
    const route = { path: '/careers', title: 'Careers', description: 'Ours.', chunk: 'page-careers', ...given };
    expect([option, routeMetaSchema.safeParse(route).error]).toEqual([option, undefined]);
  }
});

it('each rule of the gate is there, in its own words', () => {
  const rows = rowsBelow('What the gate asks').slice(1);
  expect(rows).toEqual(Gate.gateRules.map(({ id, says }) => [`\`${id}\``, says]));
});

const gateSources = [
  ...['record-rules.ts', 'rendering-rules.ts', 'browser-rule.ts', 'browser.ts', 'page-observer.js'].map(
    (file) => `shell/platform/gate/${file}`,
  ),
  'kit/squad/rules/check-release.ts',
];

/** Texts of a source file, with three dots for each value in them. */
function textsIn(source: string, before = ''): string[] {
  const texts = source.matchAll(new RegExp(`${before}([\`'])((?:(?!\\1).)*)\\1`, 'g'));
  return [...texts].map(([, , text = '']) => text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '...'));
}

it('each sentence of the gate is there with cause and remedy, and no other one', () => {
  const sources = gateSources.map(read);
  const rows = rowsBelow('What the gate says').slice(1);
  expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => cell.trim() === ''))).toEqual([]);
  const said = rows.map(([sentence]) => quoted(sentence)[0]);
  const all = sources.flatMap((source) => textsIn(source));
  expect(said.filter((sentence) => !all.includes(sentence ?? ''))).toEqual([]);
  const findings = sources.flatMap((source) =>
    textsIn(
      source,
      String.raw`(?:\bproblem:\s*|\bnote\(\s*|\bproblem\(path, |\bmissing\.push\(\s*|\bproblems\.push\()`,
    ),
  );
  expect(findings.length).toBeGreaterThan(30);
  // What stands before and behind each sentence about a page.
  const frames = ['The page ... ....', 'The page ...... ....'];
  expect(findings.filter((sentence) => !said.includes(sentence) && !frames.includes(sentence))).toEqual([]);
});

it('the time for which the gate observes a hydrated page is that of the gate', () => {
  const [, settled] = /const settled = (\d+);/.exec(read('shell/platform/gate/browser.ts')) ?? [];
  expect(reference).toContain(`until ${settled} ms after hydration`);
});

it('the calls that a page may not make are those that the gate watches', () => {
  const [, acts = ''] = /const acts = \[(.*?)\n {2}\];/s.exec(read('shell/platform/gate/page-observer.js')) ?? [];
  const watched = [...acts.matchAll(/\[([^[\]]*)\], '([^']+)'\]/g)].flatMap(([, names = '', owner]) =>
    [...names.matchAll(/'(\w+)'/g)].map(([, name]) => `${owner}.${name}`),
  );
  expect(watched.length).toBeGreaterThan(8);
  const named = rowsBelow('What code may not do').flatMap(([refused]) => quoted(refused));
  expect(watched.filter((call) => !named.includes(call))).toEqual([]);
});

it('what is not on the server is not there, and what is said to be there is', () => {
  const source = read('shell/platform/serve/rendering/renderer/thread-main.ts');
  const stays = [...source.matchAll(/const (?:language|web) =\s*\/(.*)\/;/g)].map(([, text = '']) => new RegExp(text));
  expect(stays).toHaveLength(2);
  const isThere = (name: string) => stays.some((pattern) => pattern.test(name));
  const rows = rowsBelow('What code may not do');
  const missing = rows.slice(rows.findIndex(([title]) => title === 'not on the server') + 1);
  expect(missing.flatMap(([names]) => quoted(names)).filter(isThere)).toEqual([]);
  const [, list = ''] = /On the server, a release has the language, React and these: (.*)\./.exec(reference) ?? [];
  expect(quoted(list).length).toBeGreaterThan(5);
  expect(quoted(list).filter((name) => !isThere(name))).toEqual([]);
});
