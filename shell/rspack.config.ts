import { shellBootConfig, shellBrowserConfig, shellServerConfig, shellStaffConfig } from './rspack.shell.ts';

export default [shellBrowserConfig('production'), shellBootConfig(), shellServerConfig(), shellStaffConfig()];
