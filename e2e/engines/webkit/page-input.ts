import { webDriverKey } from './keys.ts';
import type { Params } from './messages.ts';
import { keyboard, mouse, type WebDriver } from './web-driver.ts';

const buttons = { left: 0, middle: 1, right: 2 } as const;

interface Point {
  x: number;
  y: number;
}

interface KeyEvent {
  type: 'keyDown' | 'keyUp';
  key: string;
}

interface MouseEvent extends Point {
  type: 'move' | 'down' | 'up';
  button: keyof typeof buttons;
}

/** Commands for keys, mouse and window, by their names in Playwright's build, carried out by WebDriver. */
export const inputCommands: Readonly<Record<string, (driver: WebDriver, params: Params) => Promise<void>>> = {
  'Input.dispatchKeyEvent': (driver, params) => {
    const { type, key } = params as unknown as KeyEvent;
    return driver.perform(keyboard, { type, value: webDriverKey(key) });
  },
  'Input.dispatchMouseEvent': (driver, params) => {
    const { type, button, x, y } = params as unknown as MouseEvent;
    if (type === 'move') return driver.perform(mouse, at({ x, y }));
    return driver.perform(mouse, { type: type === 'down' ? 'pointerDown' : 'pointerUp', button: buttons[button] });
  },
  'Emulation.setDeviceMetricsOverride': (driver, params) => {
    const { width, height } = params as unknown as { width: number; height: number };
    return driver.setViewport(width, height);
  },
};

function at({ x, y }: Point) {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport', duration: 0 };
}
