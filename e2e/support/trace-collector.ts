import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** A span with its attributes by name. */
export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  /** Ids of linked traces. */
  links: string[];
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

/** The fields of OTLP/HTTP JSON that are read here. */
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
  /** The body of every request. */
  texts: string[];
  stop: () => void;
}

/** Starts an OpenTelemetry collector on loopback. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    texts.push(body);
    spans.push(...readSpans(JSON.parse(body) as Exported)); // the cast is safe: the exporter writes OTLP
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  const port = await listen(server);
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

/** An OTLP value has one member, whose name is its type. */
function byName(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
