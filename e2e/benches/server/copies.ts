import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReleaseRecord } from 'kit/contracts/release';
import { gateRules } from '../../../shell/platform/gate/gate.ts';
import type { GateRule } from '../../../shell/platform/gate/gate-rule.ts';
import { pagesRender } from '../../../shell/platform/gate/pages-render.ts';
import { routesLieInNamespace } from '../../../shell/platform/gate/routes-lie-in-namespace.ts';
import { publishRelease } from '../../../shell/platform/publish/publish-release.ts';
import { FolderReleaseStore } from '../../../shell/platform/store/folder-release-store.ts';
import { activateRelease } from '../../../shell/platform/switch/activate.ts';

const source = path.resolve(import.meta.dirname, '../../../mf-demos/dist');

/** Copies take paths that no namespace gives them, and are rendered by nobody. */
const passedOver: readonly GateRule[] = [routesLieInNamespace, pagesRender];

/** Registers copies of a built remote under other names and paths until the store has this many remotes. */
export async function fillStore(dataFolder: string, count: number): Promise<void> {
  const store = new FolderReleaseStore(dataFolder);
  const { current } = await store.compositions.readCurrent();
  const rules = gateRules.filter((rule) => !passedOver.includes(rule));
  for (let number = Object.keys(current?.remotes ?? {}).length + 1; number <= count; number++) {
    const remote = `mf-copy-${number}`;
    const folder = await mkdtemp(path.join(tmpdir(), 'remote-copy-'));
    try {
      await writeCopy(folder, remote);
      const { record } = await publishRelease(store, folder, { remote });
      await activateRelease(store, { remote, id: record.id, by: 'bench', reason: 'a copy to measure with', rules });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function writeCopy(folder: string, remote: string): Promise<void> {
  await cp(source, folder, { recursive: true });
  const file = path.join(folder, 'build.json');
  // Written by our own build.
  const build = JSON.parse(await readFile(file, 'utf8')) as Pick<ReleaseRecord, 'routes'>;
  const routes = build.routes.map((route) => ({ ...route, path: `/${remote}${route.path}` }));
  await writeFile(file, JSON.stringify({ ...build, remote, routes }));
}
