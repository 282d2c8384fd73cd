import { installedVersion } from './remote-manifest.ts';

/** How the shell provides a shared module: in its first script, or as a chunk that is loaded with the first page that needs it. */
type Loading = 'eager' | 'lazy';

/**
 * The modules that exist once on a page. The shell provides them, and the remotes use them. Large entry points of the kit are
 * separate modules, so that only the pages that use them load them.
 */
export const sharedModules = {
  react: 'eager',
  'react/jsx-runtime': 'eager',
  'react-dom': 'eager',
  'react-router': 'eager',
  '@chakra-ui/react': 'lazy',
  jotai: 'lazy',
  'kit/ui': 'eager',
  'kit/router': 'eager',
  'kit/site': 'eager',
  'kit/api-client': 'lazy',
  'kit/schema': 'lazy',
  'kit/forms': 'lazy',
  'kit/dialog': 'lazy',
  'kit/blocks': 'eager',
  'kit/tabs': 'lazy',
  'kit/tooltip': 'lazy',
  'kit/toast/store': 'eager',
  // `loadRemote` of a remote loads from the release set of the page.
  '@module-federation/enhanced/runtime': 'eager',
} as const satisfies Readonly<Record<string, Loading>>;

/** The import name of a shared module. */
export type SharedModuleId = keyof typeof sharedModules;

/** The shared modules with one kind of loading. */
export type SharedModulesOf<Way extends Loading> = {
  [Id in SharedModuleId]: (typeof sharedModules)[Id] extends Way ? Id : never;
}[SharedModuleId];

// The cast is safe: these are the keys of the table.
export const sharedModuleIds = Object.keys(sharedModules) as SharedModuleId[];

/** Returns the package that determines the version of a shared module. */
export function versionedPackageOf(id: SharedModuleId): string {
  // The former re-exports the latter and adds build tools. Servers install only the latter.
  if (id === '@module-federation/enhanced/runtime') return '@module-federation/runtime';
  return /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
}

/** The folder that resolves shared modules, and the name of the kit there. */
interface Installation {
  folder: string;
  kitName: string;
}

/** The kit in the site's own repository. */
const own: Installation = { folder: import.meta.dirname, kitName: 'kit' };

/** Returns the installed version of a shared module's package. */
export function sharedModuleVersion(id: SharedModuleId, { folder, kitName }: Installation = own): string {
  const name = versionedPackageOf(id);
  return name === 'kit' ? installedVersion(kitName, folder) : installedVersion(name, folder, kitName);
}

/** Returns the versions that a remote accepts: all that are compatible with its build (semver caret). */
function sharedModuleRange(id: SharedModuleId, installation: Installation = own): string {
  return `^${sharedModuleVersion(id, installation)}`;
}

/** Returns the import name of each shared module in a remote, such as `@beaconfield/kit/ui` for `kit/ui`. */
export function requestedShares(kitName: string): [request: string, id: SharedModuleId][] {
  return sharedModuleIds.map((id) => [id.replace(/^kit(?=\/)/, kitName), id]);
}

/** Returns `shared` of a remote: `import: false` leaves the code out of its bundles. */
export function consumedModules(installation: Installation) {
  return Object.fromEntries(
    requestedShares(installation.kitName).map(([request, id]) => [
      request,
      { shareKey: id, singleton: true, import: false as const, requiredVersion: sharedModuleRange(id, installation) },
    ]),
  );
}
