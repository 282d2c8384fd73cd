/**
 * The shell's shared module `@module-federation/enhanced/runtime`: the functions for remotes and shared modules of the page. Functions
 * that create an instance or load scripts in Node are left out.
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
