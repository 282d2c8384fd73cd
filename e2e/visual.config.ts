import { defineConfig } from '@playwright/test';
import base, { chromium } from './playwright.config.ts';

/** Compares the kit with the pictures beside its spec. Not part of `npm test`, because fonts differ between machines. */
export default defineConfig({
  ...base,
  testDir: './visual',
  testIgnore: [],
  projects: [chromium],
  globalSetup: './support/start-visual.ts',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  workers: 1,
  reporter: 'line',
});
