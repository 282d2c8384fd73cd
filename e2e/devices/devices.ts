import { devices, type PlaywrightTestOptions } from '@playwright/test';

export interface Device {
  name: string;
  use: Partial<PlaywrightTestOptions>;
}

/** A phone of Playwright's list, in Chromium, the only engine that emulates phones. */
function phone(name: string): Partial<PlaywrightTestOptions> {
  const device = devices[name];
  if (!device) throw new Error(`Playwright knows no ${name}.`);
  const { defaultBrowserType: _engine, ...use } = device;
  return use;
}

/** Common phones in both orientations, and the narrowest window of WCAG 2.2 (1.4.10). */
export const phones: readonly Device[] = [
  { name: 'an iPhone', use: phone('iPhone 15') },
  { name: 'an iPhone on its side', use: phone('iPhone 15 landscape') },
  { name: 'an Android phone', use: phone('Pixel 7') },
  { name: 'an Android phone on its side, dark', use: { ...phone('Pixel 7 landscape'), colorScheme: 'dark' } },
  { name: 'a phone of 320 px, dark', use: { ...phone('iPhone SE'), colorScheme: 'dark' } },
];
