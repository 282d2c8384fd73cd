import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How long clients have to finish with their connections, in milliseconds. */
const leaveTime = 1000;
const sweepTime = 100;

/**
 * Ends a server without breaking a connection with a request on it. It is created together with the server, so that it
 * also ends connections without any request.
 */
export class GracefulShutdown {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /**
   * For a second it accepts everything and marks each answer as the last one of its connection; then it accepts no more
   * and finishes what it has. Resolves after the last answer. The caller limits how long an answer may take.
   */
  async end(): Promise<void> {
    const server = this.#server;
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.setHeader('Connection', 'close');
    });
    const connections = await promisify<number>(server.getConnections.bind(server))();
    if (connections > 0) await sleep(leaveTime);
    await this.#quiet();
    const closed = promisify(server.close.bind(server))();
    const sweep = setInterval(() => this.#closeUnused(), sweepTime);
    try {
      await closed;
    } finally {
      clearInterval(sweep);
    }
  }

  /**
   * An answer that began earlier leaves its connection open, and browsers open some connections ahead without ever
   * sending a request.
   */
  #closeUnused(): void {
    this.#server.closeIdleConnections();
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /**
   * Waits for a moment without a new connection, for at most one more second. A client whose connection the system has
   * accepted but this process has not yet seen would be reset when the server closes.
   */
  async #quiet(): Promise<void> {
    let arrived = true;
    const note = () => {
      arrived = true;
    };
    this.#server.on('connection', note);
    for (const end = performance.now() + leaveTime; arrived && performance.now() < end; ) {
      arrived = false;
      await setImmediate();
      await setImmediate();
    }
    this.#server.off('connection', note);
  }
}
