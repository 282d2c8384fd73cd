import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type TestInfo } from '@playwright/test';
import { findOrInstallChromium } from '../run/chromium.ts';

/** Launches Chromium with changed settings; `profile` uses the names of its preferences file. */
export async function launchWithPreferences(
  { project }: TestInfo,
  profile: Readonly<Record<string, unknown>>,
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'preferences-'));
  await mkdir(path.join(folder, 'Default'));
  await writeFile(path.join(folder, 'Default', 'Preferences'), JSON.stringify({ profile }));
  const { launchOptions, viewport } = project.use;
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    // Headless Chromium ignores preferences.
    executablePath: findOrInstallChromium(),
    viewport: viewport ?? null,
  });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
