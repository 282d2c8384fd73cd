const onlyInBrowsers = (): never => {
  throw new Error(
    'The runtime of Module Federation is there in browsers alone: call it in an effect or an event handler.',
  );
};
const rejectOnServers = async () => onlyInBrowsers();

/**
 * Stands for `@module-federation/enhanced/runtime` while the server renders a page. Pages load other remotes in browsers: in an effect,
 * in an event or in a lazy component, which the server leaves to them.
 */
export const federationRuntime = {
  getInstance: () => null,
  loadRemote: rejectOnServers,
  loadShare: rejectOnServers,
  loadShareSync: onlyInBrowsers,
  preloadRemote: rejectOnServers,
  registerPlugins: onlyInBrowsers,
  registerRemotes: onlyInBrowsers,
  registerShared: onlyInBrowsers,
};
