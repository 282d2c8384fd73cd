/** @jest-environment node */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';

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

interface Asked {
  headers?: Record<string, string>;
  isTrusted?: boolean;
}

/** Runs a program that logs what packages of OpenTelemetry it loads, starts tracing, and handles these requests. */
async function run(requests: Asked[], environment = {}) {
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
    const server = createServer((request, response) => traceRequest(request, response, { isTrusted: request.url === '/trusted' }, async () => {
      await traced('work', {}, async () => {
        log.info('within');
        response.end(JSON.stringify({ traceId: currentTraceId(), headers: traceHeaders() }));
      }).catch(() => {});
    })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    for (const { headers, isTrusted } of ${JSON.stringify(requests)}) {
      const answer = await fetch('http://127.0.0.1:' + server.address().port + (isTrusted ? '/trusted' : '/'), { headers });
      log.info({ answer: await answer.json() }, 'answered');
    }
    server.close();
    await end();
    process.exit();`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', source], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, loaded] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [within] = lines;
  return { within, answers: lines.flatMap(({ answer }) => answer ?? []), loaded };
}

const foreign = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${foreign}-00f067aa0ba902b7-01`;

describe('tracing', () => {
  it('loads no package, names no trace and sends nothing where no collector is named', async () => {
    const { loaded, answers, within } = await run([{ headers: { traceparent }, isTrusted: true }]);
    expect(loaded).toBe('');
    expect(answers).toEqual([{ headers: {} }]);
    expect(within).not.toHaveProperty('traceId');
  });

  it('follows the standard variables of the sampler and of the whole SDK', async () => {
    const { spans, url } = await startCollector();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER: 'always_off' };
    await run([{}], environment);
    expect(spans).toEqual([]);
    const { loaded } = await run([{}], { ...environment, OTEL_SDK_DISABLED: 'true' });
    expect(loaded).toBe('');
  });

  it('costs a program nothing where the collector does not answer', async () => {
    const { answers } = await run([{}], { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect(answers).toEqual([expect.objectContaining({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) })]);
  });
});

describe('the trace of a request, where a collector is named,', () => {
  const hostile = [
    `00-${'z'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `${traceparent}, ${traceparent}`,
    'a'.repeat(8000),
    `ff-${foreign}-00f067aa0ba902b7-01`,
  ].flatMap((text) => [true, false].map((isTrusted) => ({ headers: { traceparent: text }, isTrusted })));
  const tracestate = Array.from({ length: 40 }, (_, index) => `a${index}=${'b'.repeat(200)}`).join(',');
  let sent: Sent[];
  let ran: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    const { spans, url } = await startCollector();
    const requests = [
      {},
      { headers: { traceparent }, isTrusted: true },
      { headers: { traceparent } },
      { headers: { traceparent, tracestate }, isTrusted: true },
      ...hostile,
    ];
    ran = await run(requests, { OTEL_EXPORTER_OTLP_ENDPOINT: url });
    sent = spans;
  });

  it('has a span of the request and one of its work, which the log and other programs can name', () => {
    const { within, answers } = ran;
    const [{ traceId, headers }] = answers;
    const own = sent.filter((span) => span.traceId === traceId);
    expect(own.map(({ name }) => name).sort()).toEqual(['GET', 'work']);
    expect(sent).toHaveLength(2 * answers.length);
    expect(within.traceId).toBe(traceId);
    expect(headers.traceparent).toContain(traceId);
  });

  it('goes on with the trace of a program of this site, and only links to that of a visitor', () => {
    const [, ofSite, ofVisitor] = ran.answers.map(({ traceId }) => traceId);
    expect(ofSite).toBe(foreign);
    expect(ofVisitor).not.toBe(foreign);
    expect(sent.find(({ name, traceId }) => name === 'GET' && traceId === ofVisitor)).toMatchObject({
      links: [{ traceId: foreign }],
    });
  });

  it('takes nothing of a traceparent that is none, whoever sends it, and no more of a tracestate than the standard asks for', () => {
    const [{ headers }, ...others] = ran.answers.slice(3);
    expect(headers.traceparent).toContain(foreign);
    expect(headers.tracestate.length).toBeLessThanOrEqual(512);
    expect(others).toHaveLength(hostile.length);
    for (const { traceId } of others) {
      expect(traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
      expect(traceId).not.toBe(foreign);
      const request = sent.find((span) => span.name === 'GET' && span.traceId === traceId);
      expect(request).toBeDefined();
      expect(request?.parentSpanId).toBeFalsy();
      expect(request?.links ?? []).toEqual([]);
    }
  });
});
