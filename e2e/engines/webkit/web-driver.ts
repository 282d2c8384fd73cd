/** A session of WebKitWebDriver: real windows with real key and button presses. */
export class WebDriver {
  readonly #address: string;
  #session = '';

  constructor(port: number) {
    this.#address = `http://127.0.0.1:${port}`;
  }

  /** Waits until the driver listens, then attaches to its browser. */
  async begin(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await fetch(`${this.#address}/status`);
        break;
      } catch (error) {
        if (attempt === 3000) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    const { sessionId } = await this.#call<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          pageLoadStrategy: 'none',
          unhandledPromptBehavior: 'accept',
          acceptInsecureCerts: true,
        },
      },
    });
    this.#session = `/session/${sessionId}`;
  }

  /** Resizes the window until the page's viewport has this size. */
  async setViewport(width: number, height: number): Promise<void> {
    await this.#inSession('POST', '/window/rect', { x: 0, y: 0, width, height: height + toolbarHeight });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const [innerWidth, innerHeight] = await this.#evaluate<[number, number]>('return [innerWidth, innerHeight]');
      if (innerWidth === width && innerHeight === height) return;
      const rect = await this.#inSession<{ width: number; height: number }>('GET', '/window/rect');
      await this.#inSession('POST', '/window/rect', {
        x: 0,
        y: 0,
        // A window that is not shown yet has no size.
        width: Math.max(1, rect.width + width - innerWidth),
        height: Math.max(1, rect.height + height - innerHeight),
      });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`The window cannot be made ${width} x ${height}.`);
  }

  /** Whether the page has the keyboard focus. */
  hasFocus(): Promise<boolean> {
    return this.#evaluate('return document.hasFocus()');
  }

  /** Performs one step of one input device. */
  async perform(device: Device, step: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#inSession('POST', '/actions', { actions: [{ ...device, actions: [step] }] });
  }

  #evaluate<Value>(script: string): Promise<Value> {
    return this.#inSession('POST', '/execute/sync', { script, args: [] });
  }

  #inSession<Value>(method: string, path: string, body?: unknown): Promise<Value> {
    return this.#call(method, this.#session + path, body);
  }

  async #call<Value>(method: string, path: string, body?: unknown): Promise<Value> {
    const answer = await fetch(this.#address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // The cast is safe: WebDriver's standard defines this shape for every response.
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  }
}

/** The height of MiniBrowser's toolbar in the `gtk` style: a first guess, corrected by the page's own measure. */
const toolbarHeight = 20;

interface Device {
  type: 'key' | 'pointer';
  id: string;
  parameters?: { pointerType: 'mouse' | 'touch' };
}

export const keyboard: Device = { type: 'key', id: 'keyboard' };
export const mouse: Device = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } };
