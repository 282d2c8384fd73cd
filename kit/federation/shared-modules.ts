import { installedVersion } from './remote-manifest.ts';

/**
 * How the shell provides a shared module: in its first script, or as a chunk that the first page in need of it loads.
 */
type Loading = 'eager' | 'lazy';

/**
 * The platform: every module that exists once on a page, provided by the shell and consumed by the remotes. A door of
 * the kit that is heavy is a module of its own here, so that only the pages that use it pay for it.
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

/** The name by which a module is imported. */
export type SharedModuleId = keyof typeof sharedModules;

/** The shared modules that are provided in one of both ways. */
export type SharedModulesOf<Way extends Loading> = {
  [Id in SharedModuleId]: (typeof sharedModules)[Id] extends Way ? Id : never;
}[SharedModuleId];

// The keys of the table.
export const sharedModuleIds = Object.keys(sharedModules) as SharedModuleId[];

/** The package that says which version a shared module has. */
export function versionedPackageOf(id: SharedModuleId): string {
  // The other one hands on what this one is, with all that builds need: a server installs this alone.
  if (id === '@module-federation/enhanced/runtime') return '@module-federation/runtime';
  return /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
}

/** Where shared modules are looked for, and the name of the kit there. */
interface Installation {
  folder: string;
  kitName: string;
}

/** The kit in the site's own repository. */
const own: Installation = { folder: import.meta.dirname, kitName: 'kit' };

/** Gives the installed version of the package that a shared module comes from. */
export function sharedModuleVersion(id: SharedModuleId, { folder, kitName }: Installation = own): string {
  const name = versionedPackageOf(id);
  return name === 'kit' ? installedVersion(kitName, folder) : installedVersion(name, folder, kitName);
}

/** Versions that a remote built today accepts: anything compatible with what it was built with (semver caret). */
function sharedModuleRange(id: SharedModuleId, installation: Installation = own): string {
  return `^${sharedModuleVersion(id, installation)}`;
}

/** Each shared module by what a remote imports it as, for example `@beaconfield/kit/ui`, which the shell knows as `kit/ui`. */
export function requestedShares(kitName: string): [request: string, id: SharedModuleId][] {
  return sharedModuleIds.map((id) => [id.replace(/^kit(?=\/)/, kitName), id]);
}

/** `shared` of a remote: `import: false` leaves the code out of its bundles. */
export function consumedModules(installation: Installation) {
  return Object.fromEntries(
    requestedShares(installation.kitName).map(([request, id]) => [
      request,
      { shareKey: id, singleton: true, import: false as const, requiredVersion: sharedModuleRange(id, installation) },
    ]),
  );
}
