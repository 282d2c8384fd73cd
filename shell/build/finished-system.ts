import path from 'node:path';
import { type RspackPluginInstance, rspack } from '@rspack/core';
import { moduleBuildOf } from 'kit/federation/runtime-alias';
import { system } from 'kit/theme/system';
import { systemDataOf } from './system-data.ts';

const themeFolder = path.join(import.meta.dirname, '../../kit/theme');

/** What `browser-system.ts` and `browser/global-styles.ts` have in place of Chakra's making of the system. */
export const styleData = {
  SYSTEM_DATA: JSON.stringify(systemDataOf(system)),
  GLOBAL_STYLES: JSON.stringify(system._global),
};

/** An alias for the modules of Chakra that make CSS of styles, to which its package has no door. */
export const chakraFolder = { 'chakra-styled-system': path.dirname(moduleBuildOf('@chakra-ui/react/styled-system')) };

/** Scripts with `browser-system.ts` in place of `kit/theme/system.ts`. */
export function withFinishedSystem(): RspackPluginInstance {
  return new rspack.NormalModuleReplacementPlugin(/^\.\/system\.ts$/, (resource) => {
    if (resource.context === themeFolder) resource.request = path.join(import.meta.dirname, 'browser-system.ts');
  });
}
