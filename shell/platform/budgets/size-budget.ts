import { measureScripts } from 'kit/squad/rules/judge-release';
import { type LoadedRelease, readReleaseFile } from '../release/release-files.ts';
import type { SizeBudget } from './size-budget-schema.ts';

/** What a release weighs. Rejects when a file is not what was published. */
export function measureRelease(release: LoadedRelease): Promise<SizeBudget> {
  return measureScripts(release.record, (file) => readReleaseFile(release, file));
}
