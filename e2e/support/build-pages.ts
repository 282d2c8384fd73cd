import { buildWorkspace } from '../../shell/build/build-workspace.ts';
import { knownRemotes } from '../../shell/settings/namespaces.ts';

/** Builds the shell and all remotes whose sources have changed. */
export async function buildPages(): Promise<void> {
  for (const workspace of ['shell', ...knownRemotes]) await buildWorkspace(workspace);
}
