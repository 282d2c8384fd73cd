import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Passes a request on to the site as if its page had asked, and the answer back, byte for byte. */
export function passOn(origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = new URL(request.url ?? '/', origin);
  const { origin: asked, referer, connection: _connection, ...headers } = request.headers;
  const own = { ...headers, host: target.host, ...(asked && { origin }), ...(referer && { referer: `${origin}/` }) };
  return new Promise((resolve, reject) => {
    const open = target.protocol === 'https:' ? requestHttps : requestHttp;
    const upstream = open(target, { method: request.method, headers: own }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('end', resolve);
      answer.once('error', reject);
    });
    upstream.once('error', (error) => reject(new Error(`${origin} gives no answer: ${error.message}`)));
    request.pipe(upstream);
  });
}
