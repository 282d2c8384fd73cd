import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { listen } from '../../support/listen.ts';
import { findQuietPort } from '../../support/quiet-port.ts';

/** The receiving end of a channel on loopback: it accepts, hangs without an answer, or does not listen. */
export interface Receiver {
  port: number;
  arrivals: Map<string, number[]>;
  hang(): void;
  /** Accepts from now on. What hung before never gets an answer. */
  work(): void;
  leave(): Promise<void>;
  comeBack(): Promise<void>;
}

type Taken = (id: string) => void;
type IsHanging = () => boolean;

/** Starts a mail server. A form's id is in the Message-ID of its mail; other mails go to `onOther`. */
export function startMailReceiver(onOther: (mail: string) => void): Promise<Receiver> {
  return startReceiver((taken, isHanging) => {
    const unless = (answer: () => void) => isHanging() || answer();
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      socketTimeout: 3_600_000,
      closeTimeout: 0,
      onConnect: (_session, done) => unless(done),
      onMailFrom: (_address, _session, done) => unless(done),
      onRcptTo: (_address, _session, done) => unless(done),
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk) => chunks.push(chunk));
        stream.once('end', () =>
          unless(() => {
            const mail = Buffer.concat(chunks).toString();
            const id = /^Message-ID: <([0-9a-f-]{36})@/m.exec(mail)?.[1];
            if (id) taken(id);
            else onOther(mail);
            done();
          }),
        );
      },
    });
    server.on('error', () => undefined);
    return { server: server.server, close: () => server.close() };
  });
}

/** Starts a CRM. A form's id is in `webhook-id`; other events go to `onOther`. */
export function startCrmReceiver(onOther: (body: string) => void = () => undefined): Promise<Receiver> {
  return startReceiver((taken, isHanging) => {
    const server = createServer((request, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.once('end', () => {
        if (isHanging()) return;
        const id = String(request.headers['webhook-id'] ?? '').replace('msg_', '');
        if (id) taken(id);
        else onOther(Buffer.concat(chunks).toString());
        response.writeHead(204).end();
      });
    });
    const close = () => {
      server.close();
      server.closeAllConnections();
    };
    return { server, close };
  });
}

interface Listening {
  server: Server;
  close(): unknown;
}

async function startReceiver(build: (taken: Taken, isHanging: IsHanging) => Listening): Promise<Receiver> {
  const arrivals = new Map<string, number[]>();
  let isHanging = false;
  const taken = (id: string) => {
    arrivals.set(id, [...(arrivals.get(id) ?? []), performance.now()]);
  };
  const launch = async (wanted: number) => {
    const launched = build(taken, () => isHanging);
    await listen(launched.server, wanted);
    return launched;
  };
  const port = await findQuietPort();
  let current = await launch(port);
  return {
    port,
    arrivals,
    hang: () => {
      isHanging = true;
    },
    work: () => {
      isHanging = false;
    },
    leave: async () => {
      const closed = once(current.server, 'close');
      current.close();
      await closed;
    },
    comeBack: async () => {
      current = await launch(port);
    },
  };
}
