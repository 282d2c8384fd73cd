import { installedVersion } from './remote-manifest.ts';

/**
 * How the shell provides a shared module: in its first script, or as a chunk that loads when a page needs it.
 */
type Loading = 'eager' | 'lazy';

/**
 * All shared modules: the shell provides them, the remotes consume them, and each exists once on a page. A large part of the kit is
 * a separate module, so that only the pages that use it load it.
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
  // A remote that calls `loadRemote` gets releases of the page's release set.
  '@module-federation/enhanced/runtime': 'eager',
} as const satisfies Readonly<Record<string, Loading>>;

/** The import specifier of a shared module. */
export type SharedModuleId = keyof typeof sharedModules;

/** The shared modules with this kind of loading. */
export type SharedModulesOf<Kind extends Loading> = {
  [Id in SharedModuleId]: (typeof sharedModules)[Id] extends Kind ? Id : never;
}[SharedModuleId];

// The cast is safe: these are the keys of the table.
export const sharedModuleIds = Object.keys(sharedModules) as SharedModuleId[];

/** Returns the package whose version a shared module has. */
export function versionedPackageOf(id: SharedModuleId): string {
  // `enhanced` re-exports this package. Servers install only this one, because `enhanced` also contains the build tools.
  if (id === '@module-federation/enhanced/runtime') return '@module-federation/runtime';
  return /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
}

/** The folder from which shared modules are resolved, and the name of the kit there. */
interface Installation {
  folder: string;
  kitName: string;
}

const own: Installation = { folder: import.meta.dirname, kitName: 'kit' };

export function sharedModuleVersion(id: SharedModuleId, { folder, kitName }: Installation = own): string {
  const name = versionedPackageOf(id);
  return name === 'kit' ? installedVersion(kitName, folder) : installedVersion(name, folder, kitName);
}

/** Pairs the import specifier in a remote, for example `@beaconfield/kit/ui`, with the shell's id of the module, `kit/ui`. */
export function requestedShares(kitName: string): [request: string, id: SharedModuleId][] {
  return sharedModuleIds.map((id) => [id.replace(/^kit(?=\/)/, kitName), id]);
}

/**
 * Returns the `shared` option of a remote. `import: false` leaves the code out of its bundles. A remote accepts all versions that
 * are compatible with the installed one (semver caret).
 */
export function consumedModules(installation: Installation) {
  return Object.fromEntries(
    requestedShares(installation.kitName).map(([request, id]) => [
      request,
      {
        shareKey: id,
        singleton: true,
        import: false as const,
        requiredVersion: `^${sharedModuleVersion(id, installation)}`,
      },
    ]),
  );
}
