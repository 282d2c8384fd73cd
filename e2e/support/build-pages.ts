import { buildWorkspace } from '../../shell/build/build-workspace.ts';
import { knownRemotes } from '../../shell/settings/namespaces.ts';

/** Builds the shell and all remotes, each only where its sources have changed. */
export async function buildPages(): Promise<void> {
  for (const workspace of ['shell', ...knownRemotes]) await buildWorkspace(workspace);
}
