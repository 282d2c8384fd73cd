/** @jest-environment node */
import { tmpdir } from 'node:os';
import { expect, it } from '@jest/globals';
import { siteAddress } from './site-address.ts';

const folder = tmpdir();

it('is that of a site, without what stands behind it', () => {
  expect(siteAddress('https://staging.example/careers?a=b', folder)).toBe('https://staging.example');
  expect(siteAddress(undefined, folder, { BEACONFIELD_SITE: 'http://localhost:3000/' })).toBe('http://localhost:3000');
});

it('has https elsewhere than on this machine', () => {
  expect(() => siteAddress('http://staging.example', folder)).toThrow(
    '"http://staging.example" is no address of a site: a site elsewhere is reached by https.',
  );
});

it.each(['localhost:3000', 'staging.example', 'ftp://staging.example', '/careers'])(
  'is not %s, and that is said of what was typed',
  (typed) => {
    expect(() => siteAddress(typed, folder)).toThrow(
      `"${typed}" is no address of a site: it looks like https://staging.example, or http://localhost:3000.`,
    );
  },
);
