/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';

const command = path.join(import.meta.dirname, 'remote.mjs');

it('says in one sentence which Node it needs when it runs in an older one', () => {
  const older = "Object.defineProperty(process.versions, 'node', { value: '22.21.3' });";
  const { status, stderr } = spawnSync(process.execPath, ['-e', `${older} import(${JSON.stringify(command)})`], {
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    'This tool needs Node 22.22 or newer, and this is Node 22.21.3: install a newer one from https://nodejs.org.\n',
  );
  expect(status).toBe(1);
  const manifest = path.join(import.meta.dirname, 'new/template/repository/package.json.template');
  expect(readFileSync(manifest, 'utf8')).toContain('"node": ">=22.22"');
});
