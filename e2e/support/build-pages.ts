import { knownRemotes } from '../../shell/releases/namespaces.ts';
import { buildWorkspace } from '../../shell/start/build.ts';

/** Builds the shell and all remotes, each only where its sources have changed. */
export async function buildPages(): Promise<void> {
  for (const workspace of ['shell', ...knownRemotes]) await buildWorkspace(workspace);
}
