import { compileFunction } from 'node:vm';
import type { RemoteBundle } from './host-bundle.ts';

/**
 * Runs a remote's server bundle with the renderer's own instances of the shared modules. Nothing else can be required,
 * and nothing is cached by name, so any number of releases of one remote live side by side.
 *
 * @throws when the bundle throws while it loads, requires what is not shared, or exports no routes.
 */
export function loadServerBundle(
  code: string,
  release: string,
  sharedInstances: Readonly<Record<string, unknown>>,
): RemoteBundle {
  const module = { exports: {} as Partial<RemoteBundle> };
  const requireShared = (id: string): unknown => {
    if (Object.hasOwn(sharedInstances, id)) return sharedInstances[id];
    throw new Error(`its server bundle requires "${id}", which the shell does not share`);
  };
  compileFunction(code, ['module', 'exports', 'require'], { filename: release })(module, module.exports, requireShared);
  if (!module.exports.routes) throw new Error('its server bundle exports no routes');
  return { routes: module.exports.routes };
}
