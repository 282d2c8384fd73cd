import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { breakingChanges } from './openapi/breaking-changes.ts';
import { buildOpenApi } from './openapi/openapi.ts';
import { readSettings } from './settings/settings.ts';

// Writes api/openapi.json, the document that partners rely on. It refuses a breaking change unless it gets `--breaking`.

const file = fileURLToPath(new URL('../openapi.json', import.meta.url));
const settings = readSettings(
  {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    DATA_DIR: '/nowhere',
    SITE_CONFIG: fileURLToPath(new URL('../../shell/site.json', import.meta.url)),
  },
  { 'no-delivery': true },
);
const app = await buildApp(settings, pino({ level: 'silent' }));
const document = buildOpenApi(app, settings.site);
await app.close();

let before: unknown = { paths: {} };
try {
  before = JSON.parse(readFileSync(file, 'utf8'));
} catch {
  console.log('There is no document yet.');
}
const broken = breakingChanges(before, document);
for (const line of broken) console.error(`breaking: ${line}`);
if (broken.length > 0 && !process.argv.includes('--breaking')) {
  console.error('The document was not written: partners would break. Say --breaking if that is meant.');
  process.exit(1);
}
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
console.log(`written: ${file}`);
