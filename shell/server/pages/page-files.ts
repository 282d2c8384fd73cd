import type { ReleaseRecord, RouteMeta } from 'kit/contracts/release';
import type { PageScript } from '../../app/page-scripts.ts';
import { addressOfFile, integrityOfFile } from '../../platform/index.ts';
import type { PageShell } from '../shells/page-shell.ts';

/** The scripts that a page will load: container, routes, page, and the lazy shared modules that the page uses. */
export function scriptsOf(record: ReleaseRecord, { chunk, contentChunk }: RouteMeta, shell: PageShell): PageScript[] {
  const chunks = ['remote', chunk, ...(contentChunk ? [contentChunk] : [])];
  const files = [record.entry, ...chunks.flatMap((name) => record.chunks[name] ?? [])];
  const own = files.map((file) => ({ href: addressOfFile(record, file), integrity: integrityOfFile(record, file) }));
  const shared = chunks
    .flatMap((name) => Object.keys(record.needs[name] ?? {}))
    .flatMap((id) => [...shell.scriptsOf(id)]);
  const all = [...own, ...shared];
  return all.filter(({ href }, index) => all.findIndex((other) => other.href === href) === index);
}
