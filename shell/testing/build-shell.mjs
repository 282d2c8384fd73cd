import { buildWorkspace } from '../build/build-workspace.ts';

/** Tests render pages with the built shell; nothing happens when it is up to date. */
// biome-ignore lint/style/noDefaultExport: Jest takes the default export of a global setup
export default async function buildShell() {
  await buildWorkspace('shell');
}
