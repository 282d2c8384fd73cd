import fc from 'fast-check';
import { makeDataDir, startApi, startDatabase, stop } from '../../support/api-processes.ts';
import { ask } from '../../support/leads.ts';
import { buildChecker, type OpenApi } from '../../support/openapi.ts';
import { type FuzzRequest, requestsOf } from './fuzz-requests.ts';

// npm run drill:fuzz: mutated requests built from the OpenAPI document, against the real API. No answer may be a 5xx, have
// an undocumented status, or have a body that differs from the document. DRILL_SEED repeats a run.

const count = Number(process.env.DRILL_REQUESTS ?? 20_000);
const seed = Number(process.env.DRILL_SEED ?? Date.now() % 1_000_000);
const parallel = 16;
const shown = 20;

const { dataDir, remove } = makeDataDir();
const database = await startDatabase(dataDir);
const api = await startApi(database.url, dataDir, { LOG_LEVEL: 'fatal' });
const statuses = new Map<number, number>();
const failures: string[] = [];

function asCurl({ method, path, headers, body }: FuzzRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const given = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : [`--data-binary ${quote(body.slice(0, 2000))}`];
  return ['curl -i --path-as-is', `-X ${method}`, ...given, ...data, quote(`http://127.0.0.1:${api.port}${path}`)].join(
    ' ',
  );
}

try {
  const document: OpenApi = JSON.parse((await ask(api.port, 'GET', '/api/openapi.json')).body);
  const check = buildChecker(document);
  const requests = fc.sample(requestsOf(document), { numRuns: count, seed }).values();
  const worker = async () => {
    for (const request of requests) {
      const answer = await ask(api.port, request.method, request.path, request.body, request.headers);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const wrong = check(request.operation, answer);
      if (wrong !== undefined) failures.push(`${wrong}\n  ${asCurl(request)}\n  ${answer.body.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
} finally {
  await stop(api);
  await stop(database);
  remove();
}
for (const failure of failures.slice(0, shown)) console.error(failure);
const spread = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
console.log(`${count} requests, seed ${seed}, ${failures.length} wrong answers (${spread.join(', ')})`);
process.exitCode = failures.length > 0 ? 1 : 0;
