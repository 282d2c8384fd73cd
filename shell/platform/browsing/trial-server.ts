import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type TrialTerms, trialOrigin } from './trial-browser.ts';

/** Where a browser sends everything that it asks for, and nothing but the pages of one trial answers. */
export interface TrialServer {
  /** The address of the proxy that it is for the browser. */
  proxy: string;
  close: () => void;
}

/**
 * Stands between a browser and all networks, on this machine alone: requests for {@link trialOrigin} are answered,
 * every other one and every tunnel is refused. Files are cached by the browser, which saves most of the work of a page.
 */
export async function startTrialServer({ answer }: Pick<TrialTerms, 'answer'>): Promise<TrialServer> {
  const server = createServer((request, response) => {
    send(request, response, answer).catch(() => response.destroy());
  });
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  return { proxy: `http://127.0.0.1:${portOf(server)}`, close: () => closeServer(server) };
}

async function send(
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
  answer: TrialTerms['answer'],
): Promise<void> {
  // Whoever asks a proxy names the whole address.
  if (!url.startsWith(`${trialOrigin}/`)) return void response.writeHead(403).end();
  const { status, headers, body } = await answer(url.slice(trialOrigin.length));
  const isFile = method === 'GET' && status === 200 && !headers['content-type']?.startsWith('text/html');
  response.writeHead(status, { ...headers, 'cache-control': isFile ? 'max-age=3600' : 'no-store' }).end(body);
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server of a trial has no address.');
  return address.port;
}

function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}
