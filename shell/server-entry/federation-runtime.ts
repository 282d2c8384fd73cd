/**
 * Stands for `@module-federation/enhanced/runtime` while the server renders a page. Pages load other remotes in browsers: in an effect,
 * in an event or in a lazy component, which the server leaves to them.
 */
const onlyInBrowsers = (): never => {
  throw new Error(
    'The runtime of Module Federation is there in browsers alone: call it in an effect or an event handler.',
  );
};

export const getInstance = () => null;
export const loadRemote = async (): Promise<never> => onlyInBrowsers();
export const loadShare = loadRemote;
export const loadShareSync = onlyInBrowsers;
export const preloadRemote = loadRemote;
export const registerPlugins = onlyInBrowsers;
export const registerRemotes = onlyInBrowsers;
export const registerShared = onlyInBrowsers;
