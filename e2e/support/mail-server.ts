import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A real mail server on loopback that keeps its mails. */
export interface MailServer {
  url: string;
  /** Every received mail, with headers and body. */
  mails: string[];
  /** Refuses every mail with this message from now on; null accepts mails again. */
  refuse: (message: string | null) => void;
  stop: () => Promise<void>;
}

/** Starts it on a port; the default is a free one. */
export async function startMailServer(wantedPort = 0): Promise<MailServer> {
  const mails: string[] = [];
  let refusal: string | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refusal === null ? undefined : Object.assign(new Error(refusal), { responseCode: 451 })),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.once('end', () => {
        mails.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await once(server.listen(wantedPort, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo; // the server listens on TCP
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (message) => {
      refusal = message;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
