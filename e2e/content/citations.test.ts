import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '../run/run-command.ts';

const specification = 'docs/specification.md';
const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

/** Lists citations such as `docs/specification.md#5` or `docs/specification.md#5, #8`. A comment may break between lines. */
function listCitations(file: string): string[] {
  const text = read(file).replace(/\n\s*(?:\*|\/\/) /g, ' ');
  return [...text.matchAll(/docs\/specification\.md((?:(?:,| and|, and)? ?#\d+)+)/g)].flatMap(
    ([, sections = '']) => sections.match(/\d+/g) ?? [],
  );
}

it('cites only sections that the specification has', () => {
  const sections = new Set([...read(specification).matchAll(/^#+ (\d+)\. /gm)].map(([, number]) => number));
  const files = globSync('{api,e2e,kit,shell,mf-*}/**/*.{ts,tsx}', {
    cwd: repositoryRoot,
    exclude: (name) => name.includes('node_modules') || name.includes('dist'),
  });
  const citations = files.flatMap((file) => listCitations(file).map((number) => ({ file, number })));
  expect(citations.length).toBeGreaterThan(20);
  expect(citations.filter(({ number }) => !sections.has(number))).toEqual([]);
});
