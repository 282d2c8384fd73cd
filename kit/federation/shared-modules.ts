import path from 'node:path';
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
} as const satisfies Readonly<Record<string, Loading>>;

/** The name by which a module is imported. */
export type SharedModuleId = keyof typeof sharedModules;

export const sharedModuleIds = Object.keys(sharedModules);

/** Not imported by any code, but needed by every container of the page, so the shell brings it as well. */
export const federationRuntime = '@module-federation/webpack-bundler-runtime';

function packageOf(id: string): string {
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
export function sharedModuleVersion(id: string, { folder, kitName }: Installation = own): string {
  const name = packageOf(id);
  return name === 'kit' ? installedVersion(kitName, folder) : installedVersion(name, folder, kitName);
}

/** Versions that a remote built today accepts: anything compatible with what it was built with (semver caret). */
export function sharedModuleRange(id: string, installation: Installation = own): string {
  return `^${sharedModuleVersion(id, installation)}`;
}

/** Each shared module by what a remote imports it as, for example `@beaconfield/kit/ui`, which the shell knows as `kit/ui`. */
export function requestedShares(kitName: string): [request: string, id: string][] {
  return sharedModuleIds.map((id) => [id.replace(/^kit(?=\/)/, kitName), id]);
}

/** The file that is shared as `react-router`. The shell itself imports the package, so that both have the one copy. */
const sharedRouter = path.join(import.meta.dirname, `../router/shared${path.extname(import.meta.filename)}`);

/** `shared` of the host: it is the only provider. */
export function providedModules() {
  return Object.fromEntries(
    Object.entries(sharedModules).map(([id, loading]) => [
      id === 'react-router' ? sharedRouter : id,
      {
        shareKey: id,
        singleton: true,
        eager: loading === 'eager',
        version: sharedModuleVersion(id),
        requiredVersion: sharedModuleRange(id),
      },
    ]),
  );
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
