import { shellBrowserConfig, shellServerConfig } from './rspack.shell.ts';

export default [shellBrowserConfig('production'), shellServerConfig()];
