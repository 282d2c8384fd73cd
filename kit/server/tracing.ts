import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import type { Logger } from 'pino';

// OpenTelemetry traces. Spans contain methods, routes, statuses and statements without values. They must not contain personal
// data, so there are no URLs of pages and no error messages, which may repeat a visitor's input.

type Api = typeof import('@opentelemetry/api');

/** Null while tracing is off. Then no package of OpenTelemetry is loaded here. */
let api: Api | null = null;

/** In milliseconds: the time for the last spans to reach the collector when a program ends. */
const flushMs = 2000;

/**
 * Starts tracing if OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT names a collector, which receives
 * OTLP over HTTP as JSON. The SDK reads the other standard variables itself, such as OTEL_TRACES_SAMPLER and
 * OTEL_RESOURCE_ATTRIBUTES.
 *
 * @param name of the service, unless OTEL_SERVICE_NAME is set.
 * @returns a function that sends the last spans and ends tracing.
 */
export async function startTracing(name: string, log: Logger): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED } = process.env;
  const isOn = OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!isOn || OTEL_SDK_DISABLED === 'true') return async () => undefined;
  const [loaded, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  loaded.diag.setLogger(buildDiagLogger(log), loaded.DiagLogLevel.WARN);
  const { detectResources, defaultResource, envDetector, resourceFromAttributes } = resources;
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': name }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  api = loaded;
  return async () => {
    await Promise.race([provider.shutdown().catch(() => undefined), sleep(flushMs, undefined, { ref: false })]);
  };
}

/** Logs an unavailable collector once, and not for each batch of spans. */
function buildDiagLogger(log: Logger) {
  let last = '';
  const warn = (message: string) => {
    if (message !== last) log.warn({ reason: message.slice(0, 500) }, 'OpenTelemetry');
    last = message;
  };
  const ignore = () => undefined;
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}

interface RequestOptions {
  /**
   * True if the client is a program of this site: its trace continues here. The `traceparent` of a visitor must not control
   * traces or sampling, so the span of the request only links to it.
   */
  isTrusted: boolean;
  /** The route of the request; available after the answer. */
  routeOf?: () => string | undefined;
}

/** Handles a request in a server span, which ends with the answer. */
export function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { isTrusted, routeOf }: RequestOptions,
  handle: () => void,
): void {
  if (!api) {
    handle();
    return;
  }
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, trace } = api;
  const { method = 'GET', headers } = request;
  const sent = contextOf({ traceparent: headers.traceparent, tracestate: headers.tracestate });
  const link = isTrusted ? undefined : trace.getSpanContext(sent);
  const parent = isTrusted ? sent : ROOT_CONTEXT;
  const span = trace.getTracer('http').startSpan(
    method,
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method },
      links: link ? [{ context: link }] : [],
    },
    parent,
  );
  response.once('close', () => {
    const route = routeOf?.();
    if (route !== undefined) setRoute(span, method, route);
    span.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(parent, span), handle);
}

/** Names the span of the current request by its route, which contains no values of parameters. */
export function nameRequest(method: string | undefined, route: string): void {
  const span = api?.trace.getActiveSpan();
  if (span) setRoute(span, method ?? 'GET', route);
}

function setRoute(span: Span, method: string, route: string): void {
  span.updateName(`${method} ${route}`);
  span.setAttribute('http.route', route);
}

interface SpanOptions {
  kind?: 'client' | 'consumer' | 'internal';
  attributes?: Attributes;
  /** The `traceparent` of the parent, if that is not the active span. */
  parent?: string | null;
  /** True creates no span without an active trace, for work that runs every second. */
  isPartOnly?: boolean;
}

/** Does some work in a span. If the work fails, the span gets the error's name, but not its message. */
export async function traced<Result>(
  name: string,
  { kind = 'internal', attributes = {}, parent, isPartOnly = false }: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!api || (isPartOnly && !api.trace.getActiveSpan())) return work();
  const { SpanKind, SpanStatusCode, context, trace } = api;
  const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };
  const outer = parent ? contextOf({ traceparent: parent }) : context.active();
  const span = trace.getTracer('site').startSpan(name, { kind: kinds[kind], attributes }, outer);
  try {
    return await context.with(trace.setSpan(outer, span), work);
  } catch (error) {
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Marks the active span as failed, for work that handles its error and does not throw it. */
export function markFailed(): void {
  api?.trace.getActiveSpan()?.setStatus({ code: api.SpanStatusCode.ERROR });
}

/** The context of W3C Trace Context headers. Invalid headers give no parent; a `tracestate` is cut to 512 characters. */
function contextOf(headers: Record<string, string | string[] | undefined>): Context {
  if (!api) throw new Error('Tracing is off.');
  return api.propagation.extract(api.ROOT_CONTEXT, headers);
}

/** The headers with which another program continues the active trace; empty while tracing is off. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  api?.propagation.inject(api.context.active(), headers);
  return headers;
}

/** The `traceparent` of the active trace, to store for work that continues it later; null if there is none. */
export function currentTraceparent(): string | null {
  return api ? (traceHeaders().traceparent ?? null) : null;
}

/** The id of the present trace, by which it is found in the collector: 32 hexadecimal digits. */
export function currentTraceId(): string | undefined {
  return api?.trace.getActiveSpan()?.spanContext().traceId;
}
