import { filesHold } from '../gate/files-hold.ts';
import { firstLineOf } from '../gate/rendered-pages.ts';
import { samplePathsOf } from '../gate/sample-paths.ts';
import { signatureProblem } from '../keys/release-signature.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease, readReleaseFile } from '../release/release-files.ts';
import { ReleaseError } from '../release-error.ts';
import { RenderPool } from '../rendering/render-pool.ts';

/** A page of a release as the server renders it. */
export interface ReleasePage {
  /** The address that it was rendered under: of a path with parameters, with its sample. */
  path: string;
  /** Markup of the root element, and what goes into the head; null where it cannot be rendered. */
  html: string | null;
  head: string | null;
  /** Why not, in words. */
  problem: string | null;
}

/** For one page, in milliseconds. */
const timeLimit = 5000;

/**
 * Renders pages of a release as visitors would get them, without data of the API, in a process of its own. Nothing is run of a
 * release that nobody has signed who may, or whose files are not what was published: it throws a ReleaseError instead.
 */
export async function renderRelease(
  { store, chain, policy: { rendering } }: Pick<ReleasePlatform, 'store' | 'chain' | 'policy'>,
  { remote, id, paths }: { remote: string; id: string; paths?: readonly string[] },
): Promise<ReleasePage[]> {
  if (chain.rights.revision === null) await chain.refresh({ whole: true });
  const release = await loadRelease(store, remote, id);
  const unsigned = await signatureProblem({ store, rights: chain.rights, at: null }, release);
  if (unsigned !== null) throw new ReleaseError('untrusted', `${remote} ${id} cannot be trusted: ${unsigned}.`);
  const [damaged] = await filesHold.check({ release });
  if (damaged) throw new ReleaseError('release-damaged', damaged.problem);
  const site = rendering.readSite();
  const renderer = new RenderPool({ hostBundle: rendering.bundle, size: 1, timeLimit, suspendedFor: timeLimit });
  const loadCode = async () => String(await readReleaseFile(release, release.record.serverEntry));
  const wanted = release.record.routes.filter(({ path }) => !paths || paths.includes(path));
  const pages: ReleasePage[] = [];
  try {
    for (const meta of wanted) {
      const [path = meta.path] = samplePathsOf(meta);
      try {
        const job = { url: path, site, page: { release: `${remote} ${id}`, meta, loadCode } };
        const { html, head } = await renderer.render(job);
        pages.push({ path, html, head, problem: null });
      } catch (error) {
        pages.push({ path, html: null, head: null, problem: `cannot be rendered: ${firstLineOf(error)}` });
      }
    }
  } finally {
    renderer.close();
  }
  return pages;
}
