import { buildWorkspace } from '../build/build-workspace.ts';

/** Builds the shell for tests that render pages, unless it is up to date. */
// biome-ignore lint/style/noDefaultExport: Jest takes the default export of a global setup
export default async function buildShell() {
  await buildWorkspace('shell');
}
