import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

const receivers: Receiver[] = [];
export const closeReceivers = () => Promise.all(receivers.splice(0).map(({ close }) => close()));
afterAll(closeReceivers);

/** It closes after the tests of the file, unless it closes before. */
interface Receiver {
  url: string;
  close(): Promise<void>;
}

type OnMail = (mail: string, taken: (error?: Error) => void) => void;

/** Starts a mail server; `onMail` decides when a mail counts as accepted, `options` configure the rest. */
export async function listenForMail(onMail: OnMail, options: SMTPServerOptions = {}, port = 0): Promise<Receiver> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.once('end', () => onMail(Buffer.concat(chunks).toString(), done));
    },
    ...options,
  });
  server.on('error', () => undefined);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.server.address() as AddressInfo; // the server listens on TCP
  return closing(`smtp://127.0.0.1:${address.port}`, (resolve) => server.close(resolve));
}

/** A mail server that accepts every mail, unless the options refuse it, and keeps it. */
export async function receiveMails(options?: SMTPServerOptions, port?: number) {
  const mails: string[] = [];
  const onMail: OnMail = (mail, taken) => {
    mails.push(mail);
    taken();
  };
  return { ...(await listenForMail(onMail, options, port)), mails };
}

/** A mail server's refusal. */
export function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}

type Answer = (status: number, headers?: Record<string, string>) => void;

/** Starts a CRM; `onEvent` answers at its own pace. */
export async function listenForEvents(
  onEvent: (headers: Record<string, string>, body: string, answer: Answer) => void,
): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.once('end', () =>
      onEvent(request.headers as Record<string, string>, String(Buffer.concat(chunks)), (status, answerHeaders) =>
        response.writeHead(status, answerHeaders).end(),
      ),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // the server listens on TCP
  return closing(`http://127.0.0.1:${port}/crm`, (resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

/** A CRM that answers every event alike and keeps it. */
export async function receiveEvents(status = 204, answerHeaders: Record<string, string> = {}) {
  const seen: { headers: Record<string, string>; body: string }[] = [];
  const { url } = await listenForEvents((headers, body, answer) => {
    seen.push({ headers, body });
    answer(status, answerHeaders);
  });
  return { url, seen };
}

function closing(url: string, end: (resolve: () => void) => void): Receiver {
  let closed: Promise<void> | undefined;
  const receiver = { url, close: () => (closed ??= new Promise<void>((resolve) => end(resolve))) };
  receivers.push(receiver);
  return receiver;
}
