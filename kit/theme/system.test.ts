/** @jest-environment node */
import { expect, it } from '@jest/globals';
import { palette } from './palette.ts';
import { system } from './system.ts';

const ofPage = JSON.stringify(system._global);
const variables = new Set([...ofPage.matchAll(/"(--k-[\w-]+)":/g)].map(([, name = '']) => name));

const styles = system.css({
  padding: '4',
  marginRight: '-3',
  maxWidth: 'measure',
  width: 'page',
  minHeight: 'control',
  borderRadius: 'md',
  boxShadow: 'float',
  textStyle: 'h3',
  paddingInline: 'min({spacing.6}, 5vw)',
  backgroundColor: 'beacon',
  borderColor: 'ink',
});

it('writes sizes and the palette as what they are: as tokens, in references, in styles of text, and below zero', () => {
  expect(styles).toMatchObject({
    padding: '1rem',
    marginRight: '-0.75rem',
    maxWidth: '42rem',
    width: '75rem',
    minHeight: '3rem',
    borderRadius: '12px',
    fontSize: '1.375rem',
    paddingInline: 'min(1.5rem, 5vw)',
    backgroundColor: palette.beacon,
    borderColor: palette.ink,
  });
  expect(JSON.stringify(styles)).not.toMatch(/--k-(?:spacing|sizes|radii|font-sizes|shadows|colors)/);
  expect([...variables].filter((name) => !/^--k-(?:colors|fonts|z-index)-/.test(name))).toEqual([]);
});

it('names no variable that no page has', () => {
  const tones = system.css({ color: 'fg', background: 'beacon', fontFamily: 'heading', zIndex: 'toast' });
  const named = [ofPage, JSON.stringify([styles, tones])].flatMap((text) => [...text.matchAll(/var\((--k-[\w-]+)/g)]);
  const names = named.map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['--k-colors-fg', '--k-fonts-heading', '--k-z-index-toast']));
  expect(names.filter((name) => !variables.has(name))).toEqual([]);
});
