import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';

const widths = [390, 1280];

/** Takes pictures of a whole page of the control room at phone and desktop width; `name` describes what it shows. */
export async function takePicture(page: Page, folder: string, name: string, address?: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (address !== undefined) await page.goto(address);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    const file = path.join(folder, `${name}-${width}.jpg`);
    await page.screenshot({ path: file, fullPage: true, type: 'jpeg', quality: 70 });
  }
}
