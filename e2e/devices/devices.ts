import { devices, type PlaywrightTestOptions } from '@playwright/test';

export interface Device {
  name: string;
  use: Partial<PlaywrightTestOptions>;
}

/** A phone as Playwright knows it, but for the engine: Chromium alone emulates one. */
function phone(name: string): Partial<PlaywrightTestOptions> {
  const device = devices[name];
  if (!device) throw new Error(`Playwright knows no ${name}.`);
  const { defaultBrowserType: _engine, ...use } = device;
  return use;
}

/** Phones that visitors have, upright and on their side, and the narrowest window that WCAG 2.2 asks for (1.4.10). */
export const phones: readonly Device[] = [
  { name: 'an iPhone', use: phone('iPhone 15') },
  { name: 'an iPhone on its side', use: phone('iPhone 15 landscape') },
  { name: 'an Android phone', use: phone('Pixel 7') },
  { name: 'an Android phone on its side, dark', use: { ...phone('Pixel 7 landscape'), colorScheme: 'dark' } },
  { name: 'a phone of 320 px, dark', use: { ...phone('iPhone SE'), colorScheme: 'dark' } },
];
