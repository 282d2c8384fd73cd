import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { measuredTimingName, viewReportPath, viewTimingName, visitReportPath } from '../../shell/app/view-report.ts';
import { newLead, sendLead } from '../support/leads.ts';
import { findQuietPort } from '../support/quiet-port.ts';
import { type SiteInParts, startSiteInParts } from '../support/site-in-parts.ts';

// Compares the metrics that docs/deploy and docs/visits.md name with those that the running programs export. An alert
// rule with a misspelt metric would never fire, and nothing else would show that.

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
/** The labels of every exported series, by metric name. */
let exported: Map<string, Set<string>>;

test.beforeAll(async () => {
  const ports = { SHELL_METRICS_PORT: String(await findQuietPort()), METRICS_PORT: String(await findQuietPort()) };
  site = await startSiteInParts({ ...ports, STAFF_TOKENS: 'Anna:a-token-of-anna-for-tests' });
  await visit();
  expect((await sendLead(Number(new URL(site.address).port), newLead('Anna Berg'))).status).toBe(201);
  const wrong = new URLSearchParams({ token: 'a-token-of-nobody-at-all' });
  expect((await fetch(`${site.address}/_ops/login`, { method: 'POST', body: wrong })).status).toBe(403);
  const texts = await Promise.all(
    Object.values(ports).map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  );
  exported = seriesOf(texts.join('\n'));
});
test.afterAll(() => site.stop());

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
    const named = await readNames();
    expect(named.length).toBeGreaterThanOrEqual(least);
    for (const { expression, metrics, labels } of named) {
      expect(metrics, expression).not.toEqual([]);
      const own = metrics.filter((name) => name !== ofPrometheus.metric);
      expect(
        own.filter((name) => !exported.has(name)),
        expression,
      ).toEqual([]);
      const known = new Set([...ofPrometheus.labels, ...own.flatMap((name) => [...(exported.get(name) ?? [])])]);
      expect(
        labels.filter((label) => !known.has(label)),
        expression,
      ).toEqual([]);
    }
  });
}

test('docs/visits.md lists exactly the exported metrics', async () => {
  const named = new Set((await namedByGuide()).flatMap(({ metrics }) => metrics));
  const ours = [...exported.keys()]
    .filter((name) => /^(?:site|http|submissions|deliveries)_/.test(name) && !/_(?:sum|count)$/.test(name))
    .map((name) => name.replace(/_bucket$/, ''));
  expect([...named].toSorted()).toEqual(ours.toSorted());
});
