import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { type SiteInParts, startSiteInParts } from '../support/site-in-parts.ts';
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

test.describe.configure({ mode: 'serial' });

let collector: TraceCollector;
let mailServer: SMTPServer;
let mails = 0;
let site: SiteInParts;

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
  site = await startSiteInParts({
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
