/**
 * What the shell shares as `@module-federation/enhanced/runtime`: all that is about remotes and shared modules of the page. What makes
 * an instance, and what loads scripts in Node, is left out.
 */
export {
  getInstance,
  loadRemote,
  loadShare,
  loadShareSync,
  preloadRemote,
  registerPlugins,
  registerRemotes,
  registerShared,
} from '@module-federation/enhanced/runtime';
