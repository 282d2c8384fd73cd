import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
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

  it('are at most 32, and are those that docs/configuration.md lists', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
    const [ofSite = ''] = page.split(/^## /m).filter((part) => part.startsWith('Variables of the site'));
    const rows = ofSite.split('\n').filter((line) => line.startsWith('| `'));
    const listed = rows.flatMap((row) => row.split(' | ')[0]?.match(/[A-Z][A-Z0-9_]+/g) ?? []);
    expect(listed.toSorted()).toEqual(variableNames.toSorted());
    expect(variableNames.length).toBeLessThanOrEqual(32);
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
