import type { SharedModuleId, SharedModulesOf } from 'kit/federation/shared-modules';
import { loadShared } from './shared-scripts.ts';

type Load = () => Promise<object>;

/** The build replaces this name by the versions. */
declare const SHARED_MODULE_VERSIONS: Readonly<Record<SharedModuleId, string>>;

/** Modules of the shell's first script. They are evaluated when a remote first needs them. */
const eager: Readonly<Record<SharedModulesOf<'eager'>, Load>> = {
  react: () => import(/* webpackMode: "eager" */ 'react'),
  'react/jsx-runtime': () => import(/* webpackMode: "eager" */ 'react/jsx-runtime'),
  'react-dom': () => import(/* webpackMode: "eager" */ 'react-dom'),
  'react-router': () => import(/* webpackMode: "eager" */ 'kit/router/shared'),
  'kit/ui': () => import(/* webpackMode: "eager" */ 'kit/ui'),
  'kit/router': () => import(/* webpackMode: "eager" */ 'kit/router'),
  'kit/site': () => import(/* webpackMode: "eager" */ 'kit/site'),
  'kit/blocks': () => import(/* webpackMode: "eager" */ 'kit/blocks'),
  'kit/toast/store': () => import(/* webpackMode: "eager" */ 'kit/toast/store'),
  '@module-federation/enhanced/runtime': () => import(/* webpackMode: "eager" */ './shared-runtime.ts'),
};

/** Modules in separate files. The build finds the files of a module by the chunk name. */
const lazy: Readonly<Record<SharedModulesOf<'lazy'>, Load>> = {
  jotai: () => import(/* webpackChunkName: "jotai" */ 'jotai'),
  '@chakra-ui/react': () => import(/* webpackChunkName: "@chakra-ui-react" */ 'kit/chakra/shared'),
  'kit/api-client': () => import(/* webpackChunkName: "kit-api-client" */ 'kit/api-client'),
  'kit/schema': () => import(/* webpackChunkName: "kit-schema" */ 'kit/schema'),
  'kit/forms': () => import(/* webpackChunkName: "kit-forms" */ 'kit/forms'),
  'kit/dialog': () => import(/* webpackChunkName: "kit-dialog" */ 'kit/dialog'),
  'kit/tabs': () => import(/* webpackChunkName: "kit-tabs" */ 'kit/tabs'),
  'kit/tooltip': () => import(/* webpackChunkName: "kit-tooltip" */ 'kit/tooltip'),
};

/** The `shared` option for the runtime of Module Federation: all modules that the shell provides to remotes. */
export const providedModules = Object.fromEntries(
  Object.entries({ ...eager, ...lazy }).map(([id, load]) => {
    const version = SHARED_MODULE_VERSIONS[id as SharedModuleId]; // the keys of both tables
    const get = async () => {
      const module = await loadShared(id, load);
      return () => module;
    };
    return [id, { version, get, shareConfig: { singleton: true, requiredVersion: `^${version}` } }];
  }),
);
