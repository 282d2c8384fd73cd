import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Receiver {
  url: string;
  close(): Promise<void>;
}

/** A mail server; `onMail` decides when a mail counts as taken. */
export async function listenForMail(onMail: (mail: string, taken: (error?: Error) => void) => void): Promise<Receiver> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.once('end', () => onMail(Buffer.concat(chunks).toString(), done));
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo; // It listens on TCP.
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** A CRM; `onEvent` answers when it likes. */
export async function listenForEvents(
  onEvent: (headers: Record<string, string>, body: string, answer: (status: number) => void) => void,
): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.once('end', () =>
      onEvent(request.headers as Record<string, string>, String(Buffer.concat(chunks)), (status) =>
        response.writeHead(status).end(),
      ),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return { url: `http://127.0.0.1:${port}/crm`, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
