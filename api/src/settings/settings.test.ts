import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { buildSite } from '../../testing/build-settings.ts';
import { readSettings, retentionOf } from './settings.ts';

describe('the settings of a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const siteFile = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const good = {
    DATABASE_URL: 'postgres://u:p@127.0.0.1/x',
    DATA_DIR: folder,
    SITE_CONFIG: siteFile('site.json', JSON.stringify(buildSite())),
  };

  it('has defaults for all but the database, the data folder and the site', () => {
    expect(readSettings(good)).toMatchObject({ port: 0, host: '127.0.0.1', rateLimits: true, logLevel: 'info' });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readSettings({ ...good, PORT: '', SMTP_URL: '' })).toMatchObject({ port: 0, smtpUrl: undefined });
  });

  it.each([
    'postgresql:///site?host=/var/run/postgresql',
    'postgres://user:p%40ss@/site?host=/var/run/postgresql&port=5433',
    'postgres://user@%2Fvar%2Frun%2Fpostgresql/site',
    'postgres://user:password@[::1]:5432/site?sslmode=require',
    'postgres://user:pass,word@host/site',
  ])('take %s for the address of a database', (databaseUrl) => {
    expect(readSettings({ ...good, DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
  });

  it('are lists of proxies and of origins', () => {
    const lists = {
      TRUST_PROXY: '10.0.0.0/8, uniquelocal,::1',
      ALLOWED_ORIGINS: 'https://a.b:8443, http://localhost:5000',
    };
    expect(readSettings({ ...good, ...lists })).toMatchObject({
      trustedProxies: ['10.0.0.0/8', 'uniquelocal', '::1'],
      allowedOrigins: ['https://a.b:8443', 'http://localhost:5000'],
    });
  });

  it.each<[Record<string, string | undefined>, RegExp]>([
    [{ DATABASE_URL: undefined }, /^DATABASE_URL must be set to the address of a PostgreSQL/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be the address of one PostgreSQL/],
    [{ DATABASE_URL: 'postgres://u:p@a,b/x' }, /^DATABASE_URL must be the address of one PostgreSQL/],
    [{ DATABASE_URL: 'postgres://u@a:1,b:2/x' }, /^DATABASE_URL must be the address of one PostgreSQL/],
    [{ DATABASE_URL: 'postgres://u@a b/x' }, /^DATABASE_URL must be the address of one PostgreSQL/],
    [{ DATA_DIR: 'data' }, /^DATA_DIR must be set to an absolute path\.$/],
    [{ PORT: '70000' }, /^PORT must be a port from 0 to 65535\.$/],
    [{ METRICS_PORT: '0' }, /^METRICS_PORT must be a port from 1 to 65535, or an address and a port like/],
    [{ METRICS_PORT: '10.0.0.1:x' }, /^METRICS_PORT must be a port from 1 to 65535, or an address/],
    [{ MAIL_FILE_DAYS: 'a week' }, /^MAIL_FILE_DAYS must be a number of days from 0/],
    [{ SMTP_URL: 'http://x' }, /^SMTP_URL must be an address like smtp:/],
    [{ AUTORESPONSE: 'no' }, /^AUTORESPONSE must be "on" or "off"\.$/],
    [{ RETENTION_DAYS: 'never' }, /^RETENTION_DAYS must be a number of days/],
    [{ TRUST_PROXY: '10.0.0.5, foo' }, /^TRUST_PROXY: "foo" is no address, like 10\.0\.0\.5, and no network, like/],
    [{ ALLOWED_ORIGINS: 'foo' }, /^ALLOWED_ORIGINS: "foo" is no origin, like https:\/\/partner\.example/],
    [{ ALLOWED_ORIGINS: 'https://a.b, https://a.b/path' }, /^ALLOWED_ORIGINS: "https:\/\/a\.b\/path" is no origin/],
    [{ ALLOWED_ORIGINS: 'https://A.b' }, /^ALLOWED_ORIGINS: "https:\/\/A\.b" is no origin/],
    [{ ALLOWED_ORIGINS: 'ftp://a.b' }, /^ALLOWED_ORIGINS: "ftp:\/\/a\.b" is no origin/],
    [{ ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS: "\*" is no origin/],
    [{ CRM_WEBHOOK_URL: 'https://crm.example/' }, /^CRM_WEBHOOK_SECRET must be set too/],
    [{ CRM_WEBHOOK_SECRET: 'short' }, /^CRM_WEBHOOK_SECRET must be "whsec_"/],
    [{ SITE_CONFIG: '/nowhere/site.json' }, /^The site configuration \/nowhere\/site\.json cannot be read/],
    [{ SITE_CONFIG: siteFile('broken.json', '{') }, /broken\.json is not valid JSON/],
    [
      { SITE_CONFIG: siteFile('wrong.json', JSON.stringify({ ...buildSite(), phone: 'call' })) },
      /is wrong: phone must be a phone number\.$/,
    ],
  ])('stops at %j with one sentence that names the value', (change, words) => {
    expect(() => readSettings({ ...good, ...change })).toThrow(words);
  });

  it.each([
    ['730', { lead: 730, intake: 730, support: 730, feedback: 730, inquiry: 730 }],
    [' lead=730, feedback=1 ', { lead: 730, feedback: 1 }],
    ['', {}],
  ])('have %j read as the days that forms are kept: %j', (text, retention) => {
    expect(retentionOf(text)).toEqual(retention);
  });

  it.each(['0', 'lead=0', 'lead', 'leads=10', 'lead=10,lead=20', 'lead=1=2', '99999', '-1'])(
    'refuse %j for the days that forms are kept',
    (text) => {
      expect(() => retentionOf(text)).toThrow('RETENTION_DAYS must be');
    },
  );
});
