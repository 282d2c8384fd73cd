import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../../shell/settings/places.ts';
import { type ShellSite, startShellSite } from './shell-site.ts';

/** The folder of the tests' remote `mf-<name>`. */
export const folderOfRemote = (name: string) => path.join(repositoryRoot, `e2e/support/${name}-remote`);

/**
 * Starts a site on which the remote `mf-<name>` is live at `/<name>`. The remote is built, published and checked by the gate
 * as usual. Also returns the id of its release.
 *
 * @param beforeActivation runs after publication, such as a grant by staff
 */
export async function startSiteWithRemote(
  name: string,
  beforeActivation: (site: ShellSite, id: string) => Promise<void> = async () => {},
): Promise<{ site: ShellSite; id: string }> {
  const folder = folderOfRemote(name);
  const build = [path.join(repositoryRoot, 'kit/squad/main.ts'), 'build'];
  await promisify(execFile)(process.execPath, ['--no-warnings', ...build], { cwd: folder });
  const site = await startShellSite();
  await site.release('paths', 'give', `/${name}`, `mf-${name}`, '--reason', 'test');
  const { id } = await site.release('publish', `mf-${name}`, '--from', path.join(folder, 'dist'));
  await beforeActivation(site, String(id));
  await site.release('activate', `mf-${name}`, String(id), '--reason', 'test');
  return { site, id: String(id) };
}
