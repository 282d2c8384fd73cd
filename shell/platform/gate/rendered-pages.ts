import { messageOf } from '../message-of.ts';
import type { LoadedRelease } from '../release/release-files.ts';
import type { RenderedPage } from '../rendering/host-bundle.ts';

/** A page of a release under one of its addresses, as the server rendered it for the gate. */
export interface GatePage {
  path: string;
  meta: LoadedRelease['record']['routes'][number];
  rendered: RenderedPage;
}

const pages = new WeakMap<LoadedRelease, GatePage[]>();

/** Remembers what the rule "render" made, for the rules behind it. */
export function keepRenderedPages(release: LoadedRelease, rendered: GatePage[]): void {
  pages.set(release, rendered);
}

/** The pages of this very reading of a release that could be rendered. */
export function renderedPagesOf(release: LoadedRelease): readonly GatePage[] {
  return pages.get(release) ?? [];
}

/** The first line of what was thrown, without a full stop. */
export function firstLineOf(error: unknown): string {
  return messageOf(error).split('\n')[0]?.replace(/\.$/, '') ?? '';
}
