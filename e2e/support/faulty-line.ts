import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/**
 * A fault of a request: an error, a corrupt copy that a browser may cache, a connection that closes after the answer, or a
 * delay of two seconds.
 */
export type LineFault = 'error' | 'broken' | 'lost' | 'late';

const lateBy = 2000;

/** A proxy to a site that records requests and breaks some of them, for any browser. */
export interface FaultyLine {
  address: string;
  /** The paths with their queries, in the order of the requests. */
  readonly asked: string[];
  /**
   * Breaks each request whose path and query match, until another call, or `times` times. Without arguments all requests
   * succeed.
   */
  breakFiles: (files?: RegExp, fault?: LineFault, times?: number) => void;
  stop: () => Promise<void>;
}

/** Starts a proxy to the site at the address, with its own origin. */
export async function startFaultyLine(siteAddress: string): Promise<FaultyLine> {
  const asked: string[] = [];
  let broken: RegExp | undefined;
  let fault: LineFault = 'error';
  let left = 0;
  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? '/';
    asked.push(path);
    const isBroken = left > 0 && broken?.test(path) === true;
    if (isBroken) left -= 1;
    passOn(siteAddress, incoming, answer, isBroken ? fault : undefined);
  });
  const port = await listen(server);
  return {
    address: `http://localhost:${port}`,
    asked,
    breakFiles: (files, kind = 'error', times = Number.POSITIVE_INFINITY) => {
      broken = files;
      fault = kind;
      left = times;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function passOn(siteAddress: string, incoming: IncomingMessage, answer: ServerResponse, fault: LineFault | undefined) {
  if (fault === 'error') return void answer.writeHead(503).end('not now');
  if (fault === 'late') return void setTimeout(() => passOn(siteAddress, incoming, answer, undefined), lateBy);
  const { hostname, port } = new URL(siteAddress);
  const passed = request({ hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers });
  passed.on('error', () => answer.destroy());
  passed.on('response', (response) => {
    const { 'content-encoding': _encoding, 'content-length': _length, etag: _etag, ...headers } = response.headers;
    if (fault === 'lost') {
      response.resume().on('end', () => answer.destroy());
      return;
    }
    if (fault !== 'broken') {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      return;
    }
    response.resume();
    answer.writeHead(200, headers).end('globalThis.broken = true;');
  });
  incoming.pipe(passed);
}
