import { compileFunction } from 'node:vm';
import type { RemoteModule } from 'kit/federation/routes';
import { renderer } from '../render/renderer.ts';

/**
 * Runs a remote's server bundle with the renderer's own instances of the shared modules. Nothing else can be required,
 * and nothing is cached by name, so any number of releases of one remote live side by side. This is no sandbox.
 *
 * @throws when the bundle throws while it loads, requires what is not shared, or exports no routes.
 */
export function loadServerBundle(code: string, filename: string): RemoteModule {
  const module = { exports: {} as Partial<RemoteModule> };
  const requireShared = (id: string): unknown => {
    if (Object.hasOwn(renderer.sharedInstances, id)) return renderer.sharedInstances[id];
    throw new Error(`${filename} requires "${id}", which the shell does not share`);
  };
  compileFunction(code, ['module', 'exports', 'require'], { filename })(module, module.exports, requireShared);
  if (!module.exports.routes) throw new Error(`${filename} exports no routes`);
  return { routes: module.exports.routes };
}
