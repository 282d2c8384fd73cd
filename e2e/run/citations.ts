import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './run-command.ts';

// Part of npm run check: who follows a citation of the specification finds the section. Code cites it as
// `docs/specification.md#5`, further ones as `, #8`; documents link its headings.

const specification = 'docs/specification.md';
const code = ['*.{mjs,cjs}', '{api,e2e,kit,shell,mf-*}/**/*.{ts,tsx,mjs,cjs}'];
const documents = ['*.md', 'docs/**/*.md'];
const generated = new Set(['node_modules', 'dist', '.cache', '.data']);

/** Whoever comes to the project reads these, and must find the specification from each. */
const entrances = ['README.md', 'docs/architecture.md', 'docs/glossary.md'];

const citation = /docs\/specification\.md(?<sections>#\w+(?:(?:,| and|, and) #\w+)*)?/g;
/** Sections of other documents have their document's name before them, or numbers with dots. */
const inWords = /(?<!(?:RFC \d+|standard|level \d+), )\bsections? [1-9]\b(?!\.\d)/gi;
const headingLink = /\]\((?:\.\.\/|docs\/)*specification\.md(?:#(?<anchor>[^)]*))?\)/g;

async function read(file: string): Promise<string> {
  return readFile(path.join(repositoryRoot, file), 'utf8');
}

async function listFiles(patterns: readonly string[]): Promise<string[]> {
  const found = glob([...patterns], { cwd: repositoryRoot, exclude: (name) => generated.has(path.basename(name)) });
  return (await Array.fromAsync(found)).toSorted();
}

/** As GitHub and editors name the anchor of a heading. */
function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.trim().replaceAll(' ', '-');
}

const headings = [...(await read(specification)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
const numbers = new Set(headings.flatMap((heading) => /^(\d+)\. /.exec(heading)?.[1] ?? []));
const anchors = new Set(headings.map(anchorOf));
const faults: string[] = [];
let citations = 0;

for (const file of await listFiles(code)) {
  if (path.join(repositoryRoot, file) === import.meta.filename) continue;
  // A comment goes on in the next line.
  const text = (await read(file)).replace(/\n\s*(?:\*|\/\/) /g, ' ');
  for (const [cited, sections = ''] of text.matchAll(citation)) {
    const missing = (sections.match(/(?<=#)\w+/g) ?? []).filter((number) => !numbers.has(number));
    if (missing.length > 0)
      faults.push(`${file}: "${cited}" names no section of ${specification}: ${missing.join(', ')}`);
    citations += 1;
  }
  for (const [words] of text.matchAll(inWords)) {
    faults.push(`${file}: "${words}" leads nowhere; write ${specification}#<number>`);
  }
}

for (const file of await listFiles(documents)) {
  for (const { groups } of (await read(file)).matchAll(headingLink)) {
    const anchor = groups?.anchor;
    if (anchor !== undefined && !anchors.has(anchor))
      faults.push(`${file}: ${specification} has no heading #${anchor}`);
  }
}

for (const file of entrances) {
  const links = [...(await read(file)).matchAll(headingLink)];
  if (links.length === 0) faults.push(`${file} does not link ${specification}`);
}

// Else a change of the form would leave nothing to check.
if (citations === 0 || numbers.size === 0) faults.push(`no citation or no section of ${specification} was found`);

for (const fault of faults) console.error(fault);
console.log(`${citations} citations of ${numbers.size} sections`);
process.exitCode = faults.length === 0 ? 0 : 1;
