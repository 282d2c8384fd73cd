import { shellBootConfig, shellBrowserConfig, shellServerConfig } from './rspack.shell.ts';

export default [shellBrowserConfig('production'), shellBootConfig(), shellServerConfig()];
