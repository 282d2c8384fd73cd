import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../run/run-command.ts';

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

function scriptsOf(manifest: string): Readonly<Record<string, string>> {
  const { scripts = {} }: { scripts?: Record<string, string> } = JSON.parse(read(manifest));
  return scripts;
}

const ours = scriptsOf('package.json');
const ofWorkspaces = globSync('{api,kit,shell,mf-*}/package.json', { cwd: repositoryRoot }).flatMap((manifest) =>
  Object.keys(scriptsOf(manifest)),
);
/** The scripts that `remote new` writes into a squad's own repository. */
const ofSquads = Object.keys(scriptsOf('kit/squad/new/template/repository/package.json.template'));

// Decisions are left out: they may name commands that have been removed since.
const documents = ['README.md', ...globSync('docs/*.md', { cwd: repositoryRoot })];

/** Finds every `npm run <name>` in a text, also after `-s`, and further names such as `bench:build` in backticks. */
function commandsIn(text: string): string[] {
  const called = [...text.matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
  const quoted = [...text.matchAll(/`((?:bench|drill):[a-z-]+)`/g)].map(([, name = '']) => name);
  return [...called, ...quoted];
}

describe('the commands', () => {
  it.each(documents)('that %s names exist', (file) => {
    const known = new Set([...Object.keys(ours), ...ofWorkspaces, ...ofSquads]);
    expect(commandsIn(read(file)).filter((name) => !known.has(name))).toEqual([]);
  });

  it('for benches and drills are all listed in docs/benches-and-drills.md', () => {
    const named = new Set(commandsIn(read('docs/benches-and-drills.md')));
    const measuring = Object.keys(ours).filter((name) => /^(bench|drill):/.test(name));
    expect(measuring.length).toBeGreaterThan(10);
    expect(measuring.filter((name) => !named.has(name))).toEqual([]);
  });

  it('run programs that exist, and every drill and bench has a command', () => {
    const programs = Object.values(ours).flatMap((script) => script.match(/[\w/.-]+\.(?:ts|mjs)\b/g) ?? []);
    expect(programs.filter((program) => !existsSync(path.join(repositoryRoot, program)))).toEqual([]);
    const mains = globSync('e2e/{drills,benches}/**/main.ts', { cwd: repositoryRoot });
    expect(mains.filter((file) => !programs.includes(file))).toEqual([]);
  });
});
