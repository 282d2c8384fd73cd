import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../run/run-command.ts';

/** The folders whose files contain text for visitors. */
const folders = [
  ...['mf-agents', 'mf-demos', 'mf-intake', 'mf-marketing', 'mf-marketplace'].map((remote) => `${remote}/src`),
  ...[
    'blocks',
    'contracts',
    'dialog',
    'forms',
    'sample-call',
    'tabs',
    'toast',
    'tooltip',
    'top-bar',
    'ui',
    'voice',
  ].map((part) => `kit/${part}`),
  'shell/app',
  'shell/server/pages',
];

/** Phrases that native speakers found unnatural. */
const clumsy: readonly RegExp[] = [
  /email address takes mail/i,
  /\bcall while they (still )?wait\b/i,
  /\bis with you in real time\b/i,
  /\bsold to nobody\b/i,
  /\bprove it is free\b/i,
  /\bif you have none\b/i,
  /\bsupport by mail\b/i,
  /\bperson of your own\b/i,
  /\brules read along\b/i,
  /\bas hot as the forecast\b/i,
  /\bon yours alone\b/i,
  /\bin vain\b/i,
  /\bgone at eleven\b/i,
  /\bread from them\b/i,
  /\bstrip-out\b/i,
  // Marketing phrases without content.
  /\b(elevate|leverage|seamless(ly)?|cutting-edge|world-class|game-chang\w+|supercharge|empower\w*)\b/i,
  /\bunlock (your|the|more|new)\b/i,
];

interface Sentence {
  file: string;
  text: string;
}

const comment = /\/\*.*?\*\/|(?<![:'"])\/\/[^\n]*/gs;
const quoted = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}]*[a-z][^<>{}]*)<\//g;

/** Returns texts between quotes or tags. Single words are skipped. */
function sentencesOf(file: string): Sentence[] {
  const source = readFileSync(path.join(repositoryRoot, file), 'utf8').replaceAll(comment, '');
  return [...source.matchAll(quoted)]
    .map(([, ...texts]) => texts.join('').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /[a-z,] [a-z]/i.test(text))
    .map((text) => ({ file, text }));
}

const files = folders.flatMap((folder) =>
  readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\btesting\b/.test(file))
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`),
);
const sentences = files.flatMap(sentencesOf);
const specification = readFileSync(path.join(repositoryRoot, 'docs/specification.md'), 'utf8');

describe('texts for visitors', () => {
  it('are found', () => {
    expect(files.filter((file) => file.includes('/content/')).length).toBeGreaterThan(45);
    expect(sentences.length).toBeGreaterThan(900);
    expect(sentences.map(({ text }) => text)).toContain('Find the customers you cannot see yet');
  });

  it('contain none of the unnatural phrases', () => {
    expect(sentences.filter(({ text }) => clumsy.some((phrase) => phrase.test(text)))).toEqual([]);
  });

  it('have an exclamation mark only where the specification has one', () => {
    const loud = sentences.filter(({ text }) =>
      [...text.matchAll(/[A-Z][^.?!]*!(?=\s|$)/g)].some(([sentence]) => !specification.includes(sentence)),
    );
    expect(loud).toEqual([]);
  });

  it('have curly apostrophes, except where the specification has straight ones', () => {
    // Contracts also contain texts for partners and operators.
    const ours = sentences.filter(({ file }) => !file.startsWith('kit/contracts/'));
    expect(ours.filter(({ text }) => /[a-z]'[a-z]/i.test(text) && !specification.includes(text))).toEqual([]);
  });
});
