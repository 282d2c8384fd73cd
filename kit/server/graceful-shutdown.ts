import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The grace period for open connections, in milliseconds. */
const leaveTime = 1000;
const sweepTime = 100;

/**
 * Stops a server without breaking a request in progress. It must be created together with the server to know connections
 * without a request.
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
   * Accepts requests for another second and marks each answer as the last of its connection; then stops accepting and
   * finishes what is open. Resolves after the last answer. The caller limits the duration of an answer.
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

  /** A keep-alive connection may have no request in progress, and browsers open connections in advance. */
  #closeUnused(): void {
    this.#server.closeIdleConnections();
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /**
   * Waits up to one second for a moment without a new connection. Closing the server would reset a client whose connection
   * the system has accepted but this process has not yet seen.
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
