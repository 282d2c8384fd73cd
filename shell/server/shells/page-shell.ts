import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addressOfFile, type ReleaseRecord, type RouteMeta, type ShellParts } from 'kit/contracts/release';
import type { PageScript } from '../../app/page-scripts.ts';
import type { Live, Released, Rendering } from '../../platform/index.ts';
import type { ShellBuild } from '../../shell-build-plugin.ts';
import { FileSet } from '../files/file-set.ts';

/** The shell around pages: a release of it, or the built-in one. */
export interface PageShell {
  id: string;
  version: string;
  /** Scripts that every page loads. */
  entry: readonly PageScript[];
  boot: string;
  /** Scripts of a shared module; empty for modules in the entry. */
  scriptsOf: (sharedModule: string) => readonly PageScript[];
  hostBundle: Rendering.HostCode;
  /** The version of each shared module that the shell provides. */
  sharedModules: ShellParts['sharedModules'];
}

/** The shell that was built with this program. It is used if no release of the shell is live. */
export interface BuiltShell extends PageShell {
  files: FileSet;
}

const dist = path.join(import.meta.dirname, '../../dist');

/** Reads the shell's build. @throws Error with a sentence if the shell was not built. */
export function readShellBuild(): BuiltShell {
  let build: ShellBuild;
  try {
    // The cast is safe: this workspace's build writes the file.
    build = JSON.parse(readFileSync(path.join(dist, 'shell-build.json'), 'utf8')) as ShellBuild;
  } catch (error) {
    throw new Error('The shell is not built: run "npm start", or "npm run build -w shell".', { cause: error });
  }
  const entry = build.entry.map(scriptOfBuild);
  const boot = readFileSync(path.join(dist, 'boot/boot.js'), 'utf8');
  const id = hash('sha256', JSON.stringify([build, entry, boot])).slice(0, 8);
  return {
    version: build.version,
    id,
    files: new FileSet(path.join(dist, 'browser')),
    entry,
    boot,
    scriptsOf: (sharedModule) => (build.provides[sharedModule] ?? []).map(scriptOfBuild),
    hostBundle: path.join(dist, 'server/render.cjs'),
    sharedModules: build.sharedModules,
  };
}

function scriptOfBuild(file: string): PageScript {
  const bytes = readFileSync(path.join(dist, 'browser', file));
  return { href: `/shell/${file}`, integrity: `sha384-${hash('sha384', bytes, 'base64')}` };
}

/** The shell of a site's pages: that of its release set, or the built-in one. */
export function shellOf({ shell }: Pick<Live.LiveSite, 'shell'>, built: PageShell): PageShell {
  return shell ? pageShellOf(shell.live) : built;
}

const shells = new WeakMap<Released.StoredShell, PageShell>();

export function pageShellOf(stored: Released.StoredShell): PageShell {
  const known = shells.get(stored);
  if (known) return known;
  const { record, parts, boot, rendererCode } = stored;
  const scriptOf = (file: string) => pageFile(record, file);
  const shell: PageShell = {
    id: record.id,
    version: record.version,
    entry: parts.entry.map(scriptOf),
    boot,
    scriptsOf: (id) => (Object.hasOwn(parts.provides, id) ? (parts.provides[id] ?? []) : []).map(scriptOf),
    hostBundle: { code: rendererCode },
    sharedModules: parts.sharedModules,
  };
  shells.set(stored, shell);
  return shell;
}

const isStyleSheet = (file: string) => file.endsWith('.css');

function pageFile(record: ReleaseRecord, file: string): PageScript {
  const known = Object.hasOwn(record.files, file) ? record.files[file] : undefined;
  if (!known) throw new Error(`${record.remote} ${record.id} has no file ${file}.`);
  return { href: addressOfFile(record, file), integrity: known.integrity };
}

/** The style sheets of a page, which stand in its head. */
export function stylesOfPage(record: ReleaseRecord, { chunk, contentChunk = chunk }: RouteMeta): PageScript[] {
  const files = ['remote', chunk, contentChunk].flatMap((name) => record.chunks[name] ?? []).filter(isStyleSheet);
  return [...new Set(files)].map((file) => pageFile(record, file));
}

/** The scripts that a page will load: container, routes, page, and the lazy shared modules that the page uses. */
export function scriptsOfPage(
  record: ReleaseRecord,
  { chunk, contentChunk }: RouteMeta,
  shell: PageShell,
): PageScript[] {
  const chunks = ['remote', chunk, ...(contentChunk ? [contentChunk] : [])];
  const files = [record.entry, ...chunks.flatMap((name) => record.chunks[name] ?? [])];
  const own = files.filter((file) => !isStyleSheet(file)).map((file) => pageFile(record, file));
  const shared = chunks
    .flatMap((name) => Object.keys(record.needs[name] ?? {}))
    .flatMap((id) => [...shell.scriptsOf(id)]);
  const all = [...own, ...shared];
  return all.filter(({ href }, index) => all.findIndex((other) => other.href === href) === index);
}
