import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { measuredTimingName, viewReportPath, viewTimingName, visitReportPath } from '../../shell/app/view-report.ts';
import { newLead, sendLead } from '../support/leads.ts';
import { findQuietPort } from '../support/quiet-port.ts';
import { type SiteInParts, startSiteInParts } from '../support/site-in-parts.ts';
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

// The traces and metrics of the running programs. The metrics are compared with those that docs/deploy and docs/visits.md name:
// an alert rule with a misspelt metric would never fire, and nothing else would show that.

const docs = path.resolve(import.meta.dirname, '../../docs');
const read = (file: string) => readFile(path.join(docs, file), 'utf8');

/** A metric and labels that Prometheus adds itself. */
const ofPrometheus = { metric: 'up', labels: ['job', 'instance'] };

const words = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'group_left', 'group_right', 'bool']);

interface Named {
  expression: string;
  metrics: string[];
  labels: string[];
}

/** Returns the metrics and labels of a PromQL expression, without functions, keywords and strings. */
function namesIn(expression: string): Named {
  const bare = expression.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '');
  const lists = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g;
  const matchers = /\{([^}]*)\}/g;
  const identifiers = (text: string) => text.match(/[a-zA-Z_][\w:]*/g) ?? [];
  const labels = [...bare.matchAll(lists), ...bare.matchAll(matchers)].flatMap(([, inside = '']) =>
    identifiers(inside),
  );
  const rest = bare.replaceAll(lists, '').replaceAll(matchers, '');
  const metrics = [...rest.matchAll(/[a-zA-Z_][\w:]*(?!\s*\(|[\w:])/g)].map(([name]) => name);
  return { expression, metrics: metrics.filter((name) => !words.has(name)), labels };
}

async function namedByRules(): Promise<Named[]> {
  const expressions = [...(await read('deploy/prometheus-rules.yml')).matchAll(/^\s+expr: *(.*)$/gm)];
  return expressions.map(([, expression = '']) => namesIn(expression));
}

async function namedByDashboard(): Promise<Named[]> {
  // The cast is safe: Grafana exports dashboards in this shape.
  const dashboard = JSON.parse(await read('deploy/grafana-dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[];
    templating: { list: { query: string | { query: string } }[] };
  };
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const choices = dashboard.templating.list.flatMap(({ query }) => {
    const [, metric, label] =
      /^label_values\((\w+), (\w+)\)$/.exec(typeof query === 'string' ? query : query.query) ?? [];
    return metric && label ? [{ expression: 'a variable', metrics: [metric], labels: [label] }] : [];
  });
  return [...expressions.map(namesIn), ...choices];
}

async function namedByGuide(): Promise<Named[]> {
  const names = (await read('visits.md')).match(/`(?:site|http|submissions|deliveries)_\w+`/g) ?? [];
  return names.map((name) => ({ expression: name, metrics: [name.slice(1, -1)], labels: [] }));
}

// The tests share one site.
test.describe.configure({ mode: 'default' });

let site: SiteInParts;
let ports: { SHELL_METRICS_PORT: string; METRICS_PORT: string };
let collector: TraceCollector;
let mailServer: SMTPServer;
let mails = 0;

test.beforeAll(async () => {
  collector = await startTraceCollector();
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (mail, _session, done) => {
      mail.resume().once('end', () => {
        mails += 1;
        done();
      });
    },
  });
  await once(mailServer.listen(0, '127.0.0.1'), 'listening');
  const { port } = mailServer.server.address() as AddressInfo; // It listens on TCP.
  ports = { SHELL_METRICS_PORT: String(await findQuietPort()), METRICS_PORT: String(await findQuietPort()) };
  site = await startSiteInParts({
    ...ports,
    STAFF_TOKENS: 'Anna:a-token-of-anna-for-tests',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
});
test.afterAll(async () => {
  await site?.stop();
  mailServer?.close();
  collector?.stop();
});

// The traces come first, so that the spans of the first lead are those of their test.
const shell = 'beaconfield-shell';
const api = 'beaconfield-api';
const ofVisitor = '4bf92f3577b34da6a3ce929d0e0e4736';
const lead = {
  name: 'Dana Whitfield',
  company: 'Whitfield Air',
  phone: '801-555-0199',
  email: 'dana@whitfield.example',
  location: 'Provo, Utah',
  services: ['repair'],
};

const find = (service: string, name: string) =>
  collector.spans.find((span) => span.service === service && span.name === name);

async function waitFor(service: string, name: string) {
  await expect.poll(() => find(service, name)?.name).toBe(name);
  const span = find(service, name);
  if (!span) throw new Error(`${name} was there a moment ago.`);
  return span;
}

test('a lead is one trace from the shell server to its mail, and spans contain nothing that was typed', async ({
  request,
}) => {
  const answer = await request.post(`${site.address}/api/leads`, {
    data: lead,
    headers: { traceparent: `00-${ofVisitor}-00f067aa0ba902b7-01`, tracestate: 'a=b', baggage: 'c=d' },
  });
  expect(answer.status()).toBe(201);
  const delivered = await waitFor(api, 'deliver by mail');
  const passedOn = await waitFor(shell, 'POST /api');
  const received = await waitFor(api, 'POST /api/leads');
  const { traceId } = passedOn;
  expect(traceId).not.toBe(ofVisitor);
  expect(passedOn).toMatchObject({ parentSpanId: '', links: [ofVisitor] });
  expect(received).toMatchObject({ traceId, parentSpanId: passedOn.spanId, links: [] });
  expect(received.attributes).toMatchObject({ 'http.route': '/api/leads', 'http.response.status_code': 201 });
  expect(delivered).toMatchObject({ traceId, parentSpanId: received.spanId });
  const statements = collector.spans.filter((span) => span.name === 'postgresql' && span.traceId === traceId);
  const textOf = (parent: string) =>
    statements
      .filter(({ parentSpanId }) => parentSpanId === parent)
      .map(({ attributes }) => String(attributes['db.query.text']))
      .join();
  expect(textOf(received.spanId)).toContain('insert into submissions');
  await expect.poll(() => mails).toBe(1);
  for (const typed of [...Object.values(lead).flat(), 'c=d']) expect(collector.texts.join()).not.toContain(typed);
});

test('a problem document names its trace, and a page has a span of its renderer', async ({ request }) => {
  const refused = await request.post(`${site.address}/api/leads`, { data: { ...lead, email: 'nobody' } });
  expect(refused.status()).toBe(400);
  const { traceId } = await refused.json();
  await expect
    .poll(() =>
      collector.spans.filter((span) => span.traceId === traceId).map(({ service, name }) => `${service} ${name}`),
    )
    .toEqual(expect.arrayContaining([`${shell} POST /api`, `${api} POST /api/leads`]));

  expect((await request.get(`${site.address}/solar`)).status()).toBe(200);
  const page = await waitFor(shell, 'GET /solar');
  await expect
    .poll(() => collector.spans.filter((span) => span.parentSpanId === page.spanId).map(({ name }) => name))
    .toContain('render');

  const missing = await request.post(`${site.address}/solar`, { data: {} });
  expect(await missing.json()).toMatchObject({ status: 405, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

/** The labels of every exported series, by metric name. */
let exported: Map<string, Set<string>> | undefined;

/** Causes what the programs count, and reads all metrics. */
async function readExported(): Promise<Map<string, Set<string>>> {
  await visit();
  expect((await sendLead(Number(new URL(site.address).port), newLead('Anna Berg'))).status).toBe(201);
  const wrong = new URLSearchParams({ token: 'a-token-of-nobody-at-all' });
  expect((await fetch(`${site.address}/_ops/login`, { method: 'POST', body: wrong })).status).toBe(403);
  const texts = await Promise.all(
    Object.values(ports).map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  );
  return seriesOf(texts.join('\n'));
}

/** Reports a page view with all measured values, as a browser does. */
async function visit(): Promise<void> {
  const answer = await fetch(`${site.address}/`);
  const timing = answer.headers.get('server-timing') ?? '';
  expect(timing).toContain(measuredTimingName);
  const token = new RegExp(`${viewTimingName};desc="([^"]+)`).exec(timing)?.[1] ?? '';
  const release = await site.live('mf-marketing');
  const script = `${site.address}/remotes/mf-marketing/${release}/browser/remoteEntry.js`;
  const error = { message: 'TypeError: x', stack: `at f (${script}:1:2)` };
  for (const [where, report] of [
    [viewReportPath, { remote: 'mf-marketing', release, outcome: 'hydrated', page: '/' }],
    [visitReportPath, { page: '/', vitals: { lcp: 1.2, inp: 0.1, cls: 0 } }],
    [visitReportPath, { page: '/', error }],
  ] as const) {
    const told = await fetch(site.address + where, { method: 'POST', body: JSON.stringify({ token, ...report }) });
    expect(told.status).toBe(204);
  }
}

function seriesOf(text: string): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>();
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const ends = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const end of ends) series.set(name + end, new Set());
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-zA-Z_][\w:]*)\{(.*)\} \S+$/gm)) {
    for (const [, label = ''] of labels.matchAll(/(?:^|,)(\w+)="/g)) series.get(name)?.add(label);
  }
  return series;
}

for (const [file, readNames, least] of [
  ['deploy/prometheus-rules.yml', namedByRules, 10],
  ['deploy/grafana-dashboard.json', namedByDashboard, 20],
] as const) {
  test(`the programs export every metric and label that docs/${file} names`, async () => {
    exported ??= await readExported();
    const series = exported;
    const named = await readNames();
    expect(named.length).toBeGreaterThanOrEqual(least);
    for (const { expression, metrics, labels } of named) {
      expect(metrics, expression).not.toEqual([]);
      const own = metrics.filter((name) => name !== ofPrometheus.metric);
      expect(
        own.filter((name) => !series.has(name)),
        expression,
      ).toEqual([]);
      const known = new Set([...ofPrometheus.labels, ...own.flatMap((name) => [...(series.get(name) ?? [])])]);
      expect(
        labels.filter((label) => !known.has(label)),
        expression,
      ).toEqual([]);
    }
  });
}

test('docs/visits.md lists exactly the exported metrics', async () => {
  exported ??= await readExported();
  const named = new Set((await namedByGuide()).flatMap(({ metrics }) => metrics));
  const ours = [...exported.keys()]
    .filter((name) => /^(?:site|http|submissions|deliveries)_/.test(name) && !/_(?:sum|count)$/.test(name))
    .map((name) => name.replace(/_bucket$/, ''));
  expect([...named].toSorted()).toEqual(ours.toSorted());
});
