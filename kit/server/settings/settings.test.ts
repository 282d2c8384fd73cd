/** @jest-environment node */
import { globSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { serveMetrics } from './listen.ts';
import { findMisspelt } from './misspelt.ts';
import { readVariables, variableNames } from './variables.ts';

describe('the variables of the environment', () => {
  it('count as unset when they are empty, and others are left alone', () => {
    const environment = { PORT: '0', DATA_DIR: '', AUTORESPONSE: 'on', OTHER: 'x' };
    expect(readVariables(environment, ['PORT', 'DATA_DIR', 'AUTORESPONSE'])).toEqual({ PORT: 0, AUTORESPONSE: true });
  });

  it('are all named that are wrong, with what they must be', () => {
    expect(() => readVariables({ PORT: '65536', SMTP_URL: 'http://x' }, ['PORT', 'SMTP_URL'])).toThrow(
      'PORT must be a port from 0 to 65535. SMTP_URL must be an address like smtp://user:password@host:587.',
    );
  });

  it.each(['many', '80.5', '-1', '65536'])('hold no port %s', (PORT) => {
    expect(() => readVariables({ PORT }, ['PORT'])).toThrow('PORT must be a port from 0 to 65535.');
  });

  it.each([
    ['9464', '127.0.0.1'],
    ['0.0.0.0:9464', '0.0.0.0'],
    ['[::1]:9464', '::1'],
  ])('have metrics at %s listen on %s', (METRICS_PORT, host) => {
    expect(readVariables({ METRICS_PORT }, ['METRICS_PORT'])).toEqual({ METRICS_PORT: { host, port: 9464 } });
  });

  it('say where metrics are served, and are refused if the address is not of this machine', async () => {
    const read = async () => 'views 1';
    const server = await serveMetrics('METRICS_PORT', { host: '127.0.0.1', port: 0 }, read);
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toBe('views 1');
    const taken = serveMetrics('METRICS_PORT', { host: '127.0.0.1', port }, read);
    await expect(taken).rejects.toThrow(/^METRICS_PORT: port \d+ on 127\.0\.0\.1 is taken by another program/);
    server.close();
    const foreign = serveMetrics('METRICS_PORT', { host: '192.0.2.1', port }, read);
    await expect(foreign).rejects.toThrow('METRICS_PORT: 192.0.2.1 is not an address of this machine.');
  });

  it.each(['0', '65536', ':9464', '10.0.0.1:', '::1:9464x'])('have no metrics at %s', (METRICS_PORT) => {
    expect(() => readVariables({ METRICS_PORT }, ['METRICS_PORT'])).toThrow(
      'METRICS_PORT must be a port from 1 to 65535, or an address and a port like 10.0.0.1:9464.',
    );
  });

  it('are at most 32, and are those that docs/configuration.md lists', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
    const [ofSite = ''] = page.split(/^## /m).filter((part) => part.startsWith('Variables of the site'));
    const rows = ofSite.split('\n').filter((line) => line.startsWith('| `'));
    const listed = rows.flatMap((row) => row.split(' | ')[0]?.match(/[A-Z][A-Z0-9_]+/g) ?? []);
    expect(listed.toSorted()).toEqual(variableNames.toSorted());
    expect(variableNames.length).toBeLessThanOrEqual(32);
  });
});

/** Files that read a variable directly, with the reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The release platform is independent of the website: it gets an environment that holds the store's address beside AWS's
  // own variables.
  'shell/platform/storage/s3.ts': ['S3_ENDPOINT'],
};

/** Names of the site's variables that a source reads directly instead of through `readVariables`. */
function readBeside(source: string): string[] {
  const isGiven = source.includes('NodeJS.ProcessEnv');
  const place = isGiven ? String.raw`(?:process\.env|environment)` : String.raw`process\.env`;
  const read = source.matchAll(new RegExp(String.raw`\b${place}(?:\?\.|\.|\[')([A-Z][A-Z0-9_]+)`, 'g'));
  const taken = source.matchAll(
    new RegExp(String.raw`\{([^{}]*)\}(?:\s*=\s*(?:[\w.]+\.)?${place}\b(?!\.)|: NodeJS\.ProcessEnv\b)`, 'g'),
  );
  const names = [...read, ...taken].flatMap(([, words = '']) => words.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []);
  const known: readonly string[] = variableNames;
  return [...new Set(names.filter((name) => known.includes(name)))];
}

describe('a variable that is read outside its place', () => {
  it.each([
    ["const port = process.env.PORT ?? '1';", ['PORT']],
    ["const port = process.env['PORT'];", ['PORT']],
    ['const { PORT, PATH, DATA_DIR: folder } = process.env;', ['PORT', 'DATA_DIR']],
    ['function folderOf(environment: NodeJS.ProcessEnv) { return environment.DATA_DIR; }', ['DATA_DIR']],
    ['function fileOf({ SITE_CONFIG }: NodeJS.ProcessEnv) {}', ['SITE_CONFIG']],
    ["const { PORT } = readVariables(process.env, ['PORT']); const { PATH } = process.env;", []],
  ])('is found in %s', (source, names) => {
    expect(readBeside(source)).toEqual(names);
  });

  it('is in no program of the site', () => {
    const root = join(import.meta.dirname, '../../..');
    const files = globSync(['api/src/**/*.ts', 'kit/server/**/*.ts', 'shell/**/*.{ts,tsx,mjs}', 'api/*.mjs'], {
      cwd: root,
      exclude: ['**/*.test.{ts,tsx}', '**/testing/**', '**/node_modules/**', '**/dist/**'],
    });
    expect(files.length).toBeGreaterThan(200);
    const found = files.map((file) => [file, readBeside(readFileSync(join(root, file), 'utf8'))] as const);
    expect(Object.fromEntries(found.filter(([, names]) => names.length > 0))).toEqual(exceptions);
  });
});

describe('a misspelt variable', () => {
  it.each([
    ['SMTP_ULR', 'SMTP_URL'],
    ['DATABASE_UR', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['CRM_WEBHOOK_SECERT', 'CRM_WEBHOOK_SECRET'],
    ['STAFF_TOKEN', 'STAFF_TOKENS'],
  ])('%s is named with %s', (name, meant) => {
    expect(findMisspelt({ [name]: 'x' })).toEqual([`${name} is set, and nothing reads it: is ${meant} meant?`]);
  });

  it('is named when it begins as ours do', () => {
    expect(findMisspelt({ OPERATOR_WEBHOOK_COLOR: 'red' })).toEqual([
      'OPERATOR_WEBHOOK_COLOR is set, and nothing reads it: docs/configuration.md lists what is read.',
    ]);
  });

  it('is none of those that systems and other programs set', () => {
    const others = [
      'PATH',
      'PWD',
      'HOME',
      'TERM',
      'POST',
      'HOSTNAME',
      'HTTP_PROXY',
      'NODE_ENV',
      'AWS_REGION',
      'LOGNAME',
    ];
    const ofKubernetes = ['API_PORT', 'API_SERVICE_HOST', 'POSTGRES_PASSWORD', 'DATABASE_PORT_5432_TCP'];
    expect(findMisspelt(Object.fromEntries([...others, ...ofKubernetes].map((name) => [name, 'x'])))).toEqual([]);
    expect(findMisspelt(Object.fromEntries(variableNames.map((name) => [name, 'x'])))).toEqual([]);
  });
});
