import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { bind } from '../listen.ts';
import { Metrics } from '../metrics/metrics.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const tooSlowMs = 10_000;

/** Metrics on a separate port (METRICS_PORT), which operators expose to Prometheus alone. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly server = createServer({ requestTimeout: tooSlowMs }, (request, response) => {
    this.answer(request, response).catch(() => response.destroy());
  });

  constructor(
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws StartError if the port is in use */
  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort, metricsHost } = this.settings;
    if (metricsPort === undefined) return;
    await bind('METRICS_PORT', metricsPort, metricsHost, () => listening(this.server, metricsPort, metricsHost));
  }

  onApplicationShutdown(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer({ url, method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isFound = url?.split('?')[0] === '/metrics' && (method === 'GET' || method === 'HEAD');
    if (!isFound) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Only GET /metrics is here.\n');
      return;
    }
    const text = await this.metrics.read();
    response.writeHead(200, { 'Content-Type': metricsType }).end(text);
  }
}

function listening(server: ReturnType<typeof createServer>, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
