import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';

/** A TLS proxy in front of a site, with a certificate that no system trusts. */
export interface TlsFront {
  /** `https://localhost:...` */
  address: string;
  /** Variables that make Node and npm trust the certificate, in addition to those that they trust anyway. */
  environment: NodeJS.ProcessEnv;
  stop: () => Promise<void>;
}

/** Creates a certificate for `localhost` in a folder. */
export async function makeCertificate(folder: string): Promise<{ certificateFile: string; keyFile: string }> {
  const certificateFile = path.join(folder, 'certificate.pem');
  const keyFile = path.join(folder, 'key.pem');
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  await promisify(execFile)('openssl', [
    ...args,
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certificateFile],
  ]);
  return { certificateFile, keyFile };
}

/**
 * Starts the proxy in front of a site with the headers of docs/deploy/nginx.conf: the client's `Host`, and `X-Forwarded-Proto`.
 */
export async function startTlsFront(site: string): Promise<TlsFront> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tls-front-'));
  const { certificateFile, keyFile } = await makeCertificate(folder);
  const authorities = path.join(folder, 'authorities.pem');
  const [cert, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
  const { NODE_EXTRA_CA_CERTS, npm_config_cafile: ofNpm } = process.env;
  const known = new Set([NODE_EXTRA_CA_CERTS, ofNpm].filter((file) => file !== undefined && file !== ''));
  const others = await Promise.all([...known].map((file) => readFile(String(file))));
  await writeFile(authorities, [cert, ...others].join('\n'));
  const agent = new http.Agent({ keepAlive: true });
  const server = https.createServer({ cert, key }, (request, response) => {
    const { method, url, headers } = request;
    const given = { ...headers, 'x-forwarded-proto': 'https' };
    const onward = http.request(site, { method, path: url, headers: given, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      pipeline(answer, response, () => {});
    });
    onward.on('error', () => response.destroy());
    pipeline(request, onward, () => {});
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  // The cast is safe: a TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    address: `https://localhost:${port}`,
    environment: { NODE_EXTRA_CA_CERTS: authorities, ...(ofNpm && { npm_config_cafile: authorities }) },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await rm(folder, { recursive: true });
    },
  };
}
