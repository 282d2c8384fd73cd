import type { ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';

/** The inspector server numbers connections and pages from 1. There is one of each. */
const pageOfBrowser = addressOf(1n);
const noPage = addressOf(0xffffn);

/**
 * A client of WebKitGTK's inspector server (`WEBKIT_INSPECTOR_SERVER`), which WebDriver also uses. A message is a length, a
 * byte for the byte order, a name, and a GVariant of two 64-bit numbers and a text.
 */
export class InspectorSocket {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #listener: (message: string) => void = () => {};
  #waiting: NodeJS.Timeout | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => this.#take(bytes));
    socket.on('error', () => socket.destroy());
    // The response is a script for an inspector window, which is not used here.
    this.#send('SetupInspectorClient', Buffer.from('\0'));
  }

  /**
   * Connects once the browser listens.
   *
   * @throws Error when the browser has ended, or does not listen within a minute.
   */
  static async open(port: number, browser: ChildProcess): Promise<InspectorSocket> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return new InspectorSocket(await dial(port));
      } catch (error) {
        if (attempt === 3000 || browser.exitCode !== null || browser.signalCode !== null) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  /** Starts to inspect the page, which then reports its target. */
  inspect(listener: (message: string) => void): void {
    this.#listener = listener;
    this.#send('Setup', pageOfBrowser);
  }

  send(message: string, page = pageOfBrowser): void {
    this.#send('SendMessageToBackend', Buffer.concat([page, Buffer.from(`${message}\0`)]));
  }

  close(): void {
    clearTimeout(this.#waiting);
    this.#socket.destroy();
  }

  /**
   * Sends a message to a page that does not exist, because its packets carry TCP acknowledgements. Server and browser delay
   * a message while an earlier one is not acknowledged (Nagle's algorithm, RFC 896), and a receiver that sends nothing
   * acknowledges only after 40 ms.
   */
  #acknowledge(): void {
    this.send('{}', noPage);
  }

  #send(name: string, parameters: Buffer): void {
    const body = Buffer.concat([Buffer.from(`${name}\0`), parameters]);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(body.length, 0);
    // Flag: parameters are little-endian.
    head[4] = 1;
    this.#socket.write(Buffer.concat([head, body]));
  }

  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    while (this.#received.length >= 5) {
      const end = 5 + this.#received.readUInt32BE(0);
      if (this.#received.length < end) return;
      const body = this.#received.subarray(5, end);
      this.#received = this.#received.subarray(end);
      const nameEnd = body.indexOf(0);
      if (body.toString('utf8', 0, nameEnd) !== 'SendMessageToFrontend') continue;
      const parameters = body.subarray(nameEnd + 1);
      const message = parameters.toString('utf8', 16, parameters.length - 1);
      clearTimeout(this.#waiting);
      // The real response follows this empty one, unless Nagle's algorithm delays it.
      if (message.startsWith('{"result":{},')) this.#waiting = setTimeout(() => this.#acknowledge(), 1);
      this.#listener(message);
    }
  }
}

function addressOf(page: bigint): Buffer {
  const buffer = Buffer.alloc(16);
  buffer.writeBigUInt64LE(1n, 0);
  buffer.writeBigUInt64LE(page, 8);
  return buffer;
}

function dial(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}
