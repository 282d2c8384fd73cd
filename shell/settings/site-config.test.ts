import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { buildFolder } from '../platform/testing/build-dist.ts';
import { loadSiteConfig } from './site-config.ts';

const site = JSON.parse(readFileSync(join(import.meta.dirname, '../site.json'), 'utf8'));
const openId = { issuer: 'https://id.example', clientId: 'site', groups: { operators: 'operate' } };

it.each([
  [{ staff: { openId: { ...openId, isuer: 'x' } } }, '"staff.openId" has no setting isuer'],
  [{ staff: { twoPersonAproval: true } }, '"staff" has no setting twoPersonAproval'],
  [{ staf: {} }, '"the whole file" has no setting staf'],
  [{ staff: { openId: { ...openId, issuer: 'http://id.example' } } }, '"staff.openId.issuer" must be an https address'],
])('a site configuration with %j is refused by name', async (changes, words) => {
  const file = join(await buildFolder(), 'site.json');
  writeFileSync(file, JSON.stringify({ ...site, ...changes }));
  expect(() => loadSiteConfig(file)).toThrow(`The site configuration ${file} cannot be used: ${words}. Mend the file`);
});
