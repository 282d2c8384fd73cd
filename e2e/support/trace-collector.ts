import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as a collector gets it, with its attributes by name. */
export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  /** The traces that it links to. */
  links: string[];
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

/** The JSON of OTLP over HTTP, as far as it is read here. */
interface Exported {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        links?: { traceId: string }[];
        attributes: Attribute[];
      }[];
    }[];
  }[];
}

export interface TraceCollector {
  url: string;
  spans: CollectedSpan[];
  /** All that came in, as it came. */
  texts: string[];
  stop: () => void;
}

/** A collector of OpenTelemetry on loopback. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    texts.push(body);
    spans.push(...readSpans(JSON.parse(body) as Exported)); // What the exporter writes.
    response.setHeader('Content-Type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    texts,
    stop: () => server.close().closeAllConnections(),
  };
}

function readSpans({ resourceSpans }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(({ parentSpanId = '', links = [], attributes, name, traceId, spanId }) => ({
        ...{ name, traceId, spanId, parentSpanId },
        service: String(byName(resource.attributes)['service.name']),
        links: links.map((link) => link.traceId),
        attributes: byName(attributes),
      })),
    ),
  );
}

/** A value has one member, which names its type. */
function byName(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
