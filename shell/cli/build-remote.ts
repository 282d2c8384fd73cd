import { messageOf } from 'kit/server/text';
import { buildWorkspace } from '../build/build-workspace.ts';
import { ReleaseError } from '../platform/index.ts';

/** Builds a remote like `npm start`, unless nothing has changed since its last build. */
export async function buildRemote(remote: string, say: (line: string) => void): Promise<void> {
  say(`Building ${remote} ...`);
  const built = await buildWorkspace(remote).catch((error: unknown) => {
    throw new ReleaseError('build-output', `The build of ${remote} failed: ${messageOf(error)}`, { cause: error });
  });
  if (!built) say('Nothing changed since its last build.');
}
