/** @jest-environment node */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Sent {
  traceId: string;
  parentSpanId?: string;
  name: string;
  links?: { traceId: string }[];
}

/** A collector that keeps the spans that it gets as JSON. */
async function startCollector() {
  const spans: Sent[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request));
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('Content-Type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }; // It listens on TCP.
}

/** Runs a program that logs what packages of OpenTelemetry it loads, starts tracing, and handles one request with these headers. */
async function run(headers: Record<string, string>, { isTrusted = false, environment = {} } = {}) {
  const module = (name: string) => JSON.stringify(join(import.meta.dirname, name));
  const source = `
    import { createServer } from 'node:http';
    import { once } from 'node:events';
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@opentelemetry/')) process.stderr.write(name + '\\n');
      return next(name, context);
    } });
    const { createLog } = await import(${module('log.ts')});
    const { startTracing, traceRequest, traced, traceHeaders, currentTraceId } = await import(${module('tracing.ts')});
    const log = createLog('some');
    const end = await startTracing('some', log);
    const server = createServer((request, response) => traceRequest(request, response, { isTrusted: ${isTrusted} }, async () => {
      await traced('work', {}, async () => {
        log.info('within');
        response.end(JSON.stringify({ traceId: currentTraceId(), headers: traceHeaders() }));
      }).catch(() => {});
    })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const answer = await fetch('http://127.0.0.1:' + server.address().port, { headers: ${JSON.stringify(headers)} });
    log.info({ answer: await answer.json() }, 'answered');
    server.close();
    await end();
    process.exit();`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', source], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, loaded] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [within, answered] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { within, answer: answered?.answer, loaded };
}

const foreign = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${foreign}-00f067aa0ba902b7-01`;

describe('tracing', () => {
  it('loads no package, names no trace and sends nothing where no collector is named', async () => {
    const { loaded, answer, within } = await run({ traceparent }, { isTrusted: true });
    expect(loaded).toBe('');
    expect(answer).toEqual({ headers: {} });
    expect(within).not.toHaveProperty('traceId');
  });

  it('sends a span of the request and one of its work, which the log and other programs can name', async () => {
    const { spans, url } = await startCollector();
    const { within, answer } = await run({}, { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
    expect(spans.map(({ name, traceId }) => `${name} ${traceId}`).sort()).toEqual([
      `GET ${answer.traceId}`,
      `work ${answer.traceId}`,
    ]);
    expect(within.traceId).toBe(answer.traceId);
    expect(answer.headers.traceparent).toContain(answer.traceId);
  });

  it('goes on with the trace of a program of this site, and only links to that of a visitor', async () => {
    const { spans, url } = await startCollector();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url };
    expect((await run({ traceparent }, { isTrusted: true, environment })).answer.traceId).toBe(foreign);
    spans.length = 0;
    const { traceId } = (await run({ traceparent }, { environment })).answer;
    expect(traceId).not.toBe(foreign);
    expect(spans.find(({ name }) => name === 'GET')).toMatchObject({ traceId, links: [{ traceId: foreign }] });
  });

  it.each([
    ['no hexadecimal digits', `00-${'z'.repeat(32)}-00f067aa0ba902b7-01`],
    ['an id of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['two of them', `${traceparent}, ${traceparent}`],
    ['a long text', 'a'.repeat(8000)],
    ['another version that has an end', `ff-${foreign}-00f067aa0ba902b7-01`],
  ])('takes nothing of a traceparent with %s, whoever sends it', async (_what, hostile) => {
    const { spans, url } = await startCollector();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url };
    for (const isTrusted of [true, false]) {
      spans.length = 0;
      const { traceId } = (await run({ traceparent: hostile }, { isTrusted, environment })).answer;
      expect(traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
      expect(traceId).not.toBe(foreign);
      const request = spans.find(({ name }) => name === 'GET');
      expect(request?.parentSpanId).toBeFalsy();
      expect(request?.links ?? []).toEqual([]);
    }
  });

  it('keeps no more of a tracestate than the standard asks for', async () => {
    const { url } = await startCollector();
    const tracestate = Array.from({ length: 40 }, (_, index) => `a${index}=${'b'.repeat(200)}`).join(',');
    const options = { isTrusted: true, environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url } };
    const { headers } = (await run({ traceparent, tracestate }, options)).answer;
    expect(headers.traceparent).toContain(foreign);
    expect(headers.tracestate.length).toBeLessThanOrEqual(512);
  });

  it('follows the standard variables of the sampler and of the whole SDK', async () => {
    const { spans, url } = await startCollector();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER: 'always_off' };
    await run({}, { environment });
    expect(spans).toEqual([]);
    const { loaded } = await run({}, { environment: { ...environment, OTEL_SDK_DISABLED: 'true' } });
    expect(loaded).toBe('');
  });

  it('costs a program nothing where the collector does not answer', async () => {
    const { answer } = await run({}, { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } });
    expect(answer.traceId).toMatch(/^[0-9a-f]{32}$/);
  });
});
