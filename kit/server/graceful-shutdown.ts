import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How long clients have to finish with their connections, in milliseconds. */
const leaveTime = 1000;
const sweepTime = 100;

/**
 * Ends a server without breaking a connection on which something was asked for. Made with the server, it also ends those on
 * which nothing ever was.
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
   * For a second it takes everything and says with each answer that it is the last one of its connection; then it takes no
   * more and answers what it has. Resolves after the last answer; how long one may take is the caller's to limit.
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

  /** An answer that began before would leave its connection open; browsers open some ahead and never ask for anything. */
  #closeUnused(): void {
    this.#server.closeIdleConnections();
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /**
   * Waits for a moment in which nobody connects, at most for another second: whoever the system has connected and we have
   * not looked at yet is reset when the door closes.
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
