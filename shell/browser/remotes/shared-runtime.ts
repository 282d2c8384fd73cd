/**
 * The shell's `@module-federation/enhanced/runtime`: all functions for remotes and shared modules of the page, without those that
 * create an instance or load scripts in Node.
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
