import type { ShellParts } from 'kit/contracts/release';
import type { PageScript } from '../../app/page-scripts.ts';
import {
  addressOfFile,
  type HostCode,
  integrityOfFile,
  type LiveSite,
  type StoredShell,
} from '../../platform/index.ts';

/** What pages are made with: of a release of the shell, or of the one that this program was built with. */
export interface PageShell {
  id: string;
  /** Of the package. */
  version: string;
  /** Scripts that every page starts. */
  entry: readonly PageScript[];
  /** The inline script of every page. */
  boot: string;
  /** Scripts of a shared module that is not in the entry; empty for those that are. */
  scriptsOf: (sharedModule: string) => readonly PageScript[];
  /** Renders pages. */
  hostBundle: HostCode;
  /** The version of each shared module that it provides. */
  sharedModules: ShellParts['sharedModules'];
}

const shells = new WeakMap<StoredShell, PageShell>();

/** The shell that pages of a site are made with: that of its release set, else the program's own. */
export function shellOf({ shell }: Pick<LiveSite, 'shell'>, built: PageShell): PageShell {
  return shell ? pageShellOf(shell.live) : built;
}

export function pageShellOf(stored: StoredShell): PageShell {
  const known = shells.get(stored);
  if (known) return known;
  const { record, parts, boot, rendererCode } = stored;
  const scriptOf = (file: string) => ({ href: addressOfFile(record, file), integrity: integrityOfFile(record, file) });
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
