import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readVariables, type VariableName, variableNames } from 'kit/server/settings/variables';
import { findNginx } from '../support/nginx.ts';

// Operators copy the files of docs/deploy/vm, and nothing in this repository runs them.

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'docs/deploy/vm');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const files = readdirSync(folder);
const units = files.filter((file) => /\.(?:service|timer)$/.test(file));

const scratch = mkdtempSync(path.join(tmpdir(), 'vm-files-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Returns the variables of a systemd file with their values, including commented ones. */
function variablesOf(file: string): Map<string, string> {
  const lines = read(file).matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}

const ofAws = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

describe('the files for virtual machines', () => {
  it('set variables that a program reads, to valid values', () => {
    const variables = variablesOf('site.env');
    expect(variables.size).toBeGreaterThan(10);
    for (const name of variables.keys()) expect([...variableNames, ...ofAws]).toContain(name);
    const named = [...variables.keys()].filter((name) => !ofAws.includes(name)) as VariableName[];
    expect(() => readVariables(Object.fromEntries(variables), named)).not.toThrow();
  });

  it('leave variables that differ between the programs to the units', () => {
    const variables = [...variablesOf('site.env').keys()];
    for (const unit of units) {
      const set = [...read(unit).matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) => list.split(' '));
      const names = set.map((each) => each.split('=')[0] ?? '');
      for (const name of names) expect([...variableNames, 'NODE_ENV']).toContain(name);
      // EnvironmentFile overrides a value of the unit.
      expect(names.filter((name) => variables.includes(name))).toEqual([]);
    }
  });

  it('start programs that exist or are built here', () => {
    const started = units.flatMap((unit) => read(unit).match(/\b[\w-]+\/[\w/-]+\.(?:ts|mjs|js)\b/g) ?? []);
    const sources = started.map((file) => file.replace('api/dist/main.js', 'api/src/main.ts'));
    expect(sources).toHaveLength(4);
    for (const file of sources) expect(existsSync(path.join(root, file)) ? '' : file).toBe('');
  });

  it('do not give the private keys to the programs that serve', () => {
    for (const unit of ['site-api.service', 'site-shell.service']) {
      expect(read(unit)).toMatch(/^InaccessiblePaths=-\/var\/lib\/site\/keys\/private$/m);
    }
  });

  it('publish without a restart of the serving programs', () => {
    for (const unit of ['site-api.service', 'site-shell.service']) {
      expect(read(unit)).toMatch(/^After=.*site-publish\.service/m);
      expect(read(unit)).not.toMatch(/^(?:Requires|BindsTo|PartOf)=/m);
    }
  });

  it('let nginx treat requests as behind a balancer', () => {
    const rulesOf = (text: string) =>
      [...text.matchAll(/^ *((?:proxy|client|add|error|default_type|return|server_tokens|access_log).*;)$/gm)]
        .map(([, rule = '']) => rule)
        .filter((rule) => !/^(?:proxy_pass|return 301)|_temp_path|X-Forwarded-Proto/.test(rule));
    const shipped = readFileSync(path.join(root, 'docs/deploy/nginx.conf'), 'utf8');
    expect(rulesOf(read('nginx-site.conf'))).toEqual(rulesOf(shipped));
    expect(read('nginx-site.conf')).toContain('X-Forwarded-Proto $scheme;');
  });

  it('are exactly those that the page names', () => {
    const page = readFileSync(path.join(root, 'docs/two-vms.md'), 'utf8');
    const named = new Set([...page.matchAll(/\(deploy\/vm\/([\w.-]+)\)/g)].map(([, file]) => file));
    expect([...named].toSorted()).toEqual(files.toSorted());
    for (const [, name = ''] of page.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)) {
      expect([...variableNames, ...variablesOf('backup.env').keys()]).toContain(name);
    }
  });

  const nginx = findNginx();
  (nginx ? it : it.skip)('have a configuration that nginx takes', () => {
    const certificate = path.join(scratch, 'certificate.pem');
    const key = path.join(scratch, 'key.pem');
    const subject = ['-subj', '/CN=example.com', '-days', '2', '-newkey', 'rsa:2048', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const site = read('nginx-site.conf')
      .replace(/ssl_certificate .*/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`);
    const file = path.join(scratch, 'nginx.conf');
    writeFileSync(file, `pid ${scratch}/nginx.pid; events {} http { ${site} }`);
    expect(() => execFileSync(nginx ?? '', ['-t', '-e', 'stderr', '-c', file], { stdio: 'pipe' })).not.toThrow();
  });

  const analyze = '/usr/bin/systemd-analyze';
  (existsSync(analyze) ? it : it.skip)('have units that systemd takes', () => {
    for (const unit of units) {
      // The programs are not installed on this machine.
      const text = read(unit).replaceAll(/\/opt\/site\/\S+\/node|\/usr\/bin\/rclone/g, '/bin/sh');
      writeFileSync(path.join(scratch, unit), text);
    }
    const paths = units.map((unit) => path.join(scratch, unit));
    const output = execFileSync('/bin/sh', ['-c', '"$@" 2>&1', 'sh', analyze, 'verify', '--man=no', ...paths], {
      encoding: 'utf8',
    });
    expect(output.split('\n').filter((line) => line.includes(scratch) || line.startsWith('site-'))).toEqual([]);
  });
});
