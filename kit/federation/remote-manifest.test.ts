/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { installedVersion, manifestOf } from './remote-manifest.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'remote-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(manifest: object): Promise<void> {
  const common = { name: 'mf-one', version: '1.0.0', dependencies: { kit: '*' } };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...common, ...manifest }));
}

describe('the package.json of a remote', () => {
  it('may expose modules to other remotes', async () => {
    await write({});
    expect(manifestOf(folder)).toMatchObject({ name: 'mf-one', kitName: 'kit', exposes: {} });
    await writeFile(path.join(folder, 'card.ts'), '');
    await write({ exposes: { './price-card': './card.ts' } });
    expect(manifestOf(folder).exposes).toEqual({ './price-card': './card.ts' });
  });

  it('offers widgets that it exposes', async () => {
    await writeFile(path.join(folder, 'card.ts'), '');
    const slots = { widgets: { 'leads-below': './price-card' } };
    await write({ slots, exposes: { './price-card': './card.ts' } });
    expect(manifestOf(folder).slots).toEqual(slots);
    await write({ slots });
    expect(() => manifestOf(folder)).toThrow(/offers .\/price-card for the slot "leads-below", which its "exposes"/);
  });

  it.each([
    [{ 'price-card': './card.ts' }, /exposes "price-card": a name is ".\/" and lower case words/],
    [{ './../other': './card.ts' }, /a name is ".\/" and lower case words/],
    [{ './remote': './card.ts' }, /".\/remote" is taken/],
    [{ './price-card': './nothing.ts' }, /exposes .\/nothing.ts, which does not exist/],
  ])('is refused with an explanation if it exposes %j', async (exposes, problem) => {
    await writeFile(path.join(folder, 'card.ts'), '');
    await write({ exposes });
    expect(() => manifestOf(folder)).toThrow(problem);
  });
});

describe('the version of an installed package', () => {
  it('is found even if its exports do not include its package.json', () => {
    expect(installedVersion('@module-federation/enhanced', repositoryRoot)).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('is an error with a remedy if the package is not installed', () => {
    expect(() => installedVersion('no-such-package', repositoryRoot)).toThrow(/is not installed: run "npm install"/);
  });
});
