import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../../shell/settings/places.ts';
import { changeText, type TextChange } from './change-text.ts';
import { type ShellSite, startShellSite } from './shell-site.ts';

/** The folder of the tests' remote `mf-<name>`. */
export const folderOfRemote = (name: string) => path.join(repositoryRoot, `e2e/support/${name}-remote`);

interface Surroundings {
  /** What staff do when it is published. */
  beforeActivation?: (site: ShellSite) => Promise<void>;
  /** A text of its build that is written anew: in scripts, in the server bundle and in `build.json`. */
  text?: TextChange;
  /** Of the site. */
  environment?: NodeJS.ProcessEnv;
}

/**
 * Starts a site on which the remote `mf-<name>` is live at `/<name>`. The remote is built, published and checked by the gate
 * as usual. Also returns the id of its release.
 *
 * @param beforeActivation runs after publication, such as a grant by staff
 */
export async function startSiteWithRemote(
  name: string,
  { beforeActivation, text, environment }: Surroundings = {},
): Promise<{ site: ShellSite; id: string }> {
  const folder = folderOfRemote(name);
  const build = [path.join(repositoryRoot, 'kit/squad/main.ts'), 'build'];
  await promisify(execFile)(process.execPath, ['--no-warnings', ...build], { cwd: folder });
  const dist = path.join(folder, 'dist');
  if (text) {
    const file = path.join(dist, 'build.json');
    const output = await readFile(file, 'utf8');
    await changeText(dist, JSON.parse(output), text);
    await writeFile(file, output.replaceAll(text.from, text.to));
  }
  const site = await startShellSite(environment);
  await site.release('paths', 'give', `/${name}`, `mf-${name}`, '--reason', 'test');
  const { id } = await site.release('publish', `mf-${name}`, '--from', dist);
  await beforeActivation?.(site);
  await site.release('activate', `mf-${name}`, String(id), '--reason', 'test');
  return { site, id: String(id) };
}
