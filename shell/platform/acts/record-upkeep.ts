import type { Signer } from '../keys/signer.ts';
import type { UpkeepAction } from '../log/revision.ts';
import { RevisionTakenError } from '../log/revision-taken-error.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { readSite } from './read-site.ts';
import { type ActRequest, draftRevision, writeRevision } from './write-revision.ts';

/** Writes what is done to releases into the log, before it is done: what was done can never be missing there. */
export async function recordUpkeep(
  platform: Pick<ReleasePlatform, 'store' | 'chain'>,
  signer: Signer,
  request: ActRequest,
  action: UpkeepAction,
): Promise<void> {
  for (;;) {
    const draft = draftRevision(await readSite(platform), request, action, { signers: [signer] });
    try {
      await writeRevision(platform, draft, [signer]);
      return;
    } catch (error) {
      // Somebody else's line came first; both are wanted.
      if (!(error instanceof RevisionTakenError)) throw error;
    }
  }
}
