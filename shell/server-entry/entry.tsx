import * as jotai from 'jotai';
import * as apiClient from 'kit/api-client';
import * as blocks from 'kit/blocks';
import type * as chakra from 'kit/chakra/shared';
import type { PublicSite } from 'kit/contracts/site-config';
import * as dialog from 'kit/dialog';
import type { SharedModuleId } from 'kit/federation/shared-modules';
import * as forms from 'kit/forms';
import * as kitRouter from 'kit/router';
import * as router from 'kit/router/shared';
import * as schema from 'kit/schema';
import * as site from 'kit/site';
import * as tabs from 'kit/tabs';
import * as toastStore from 'kit/toast/store';
import * as tooltip from 'kit/tooltip';
import * as ui from 'kit/ui';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import type { Rendering } from '../platform/index.ts';
import { renderPage } from './render-page.tsx';

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
const federationRuntime = {
  getInstance: () => null,
  loadRemote: rejectOnServers,
  loadShare: rejectOnServers,
  loadShareSync: onlyInBrowsers,
  preloadRemote: rejectOnServers,
  registerPlugins: onlyInBrowsers,
  registerRemotes: onlyInBrowsers,
  registerShared: onlyInBrowsers,
};

/** The bundler's own, which evaluates the module with the first call. */
declare const require: (id: 'kit/chakra/shared') => typeof chakra;

/** The renderer's own module instances by shared id. A remote's server bundle may only require these. */
const sharedInstances: Readonly<Record<SharedModuleId, unknown>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'react-router': router,
  // A renderer whose remote does without Chakra's components starts without them.
  get '@chakra-ui/react'() {
    return require('kit/chakra/shared');
  },
  jotai,
  'kit/ui': ui,
  'kit/router': kitRouter,
  'kit/schema': schema,
  'kit/site': site,
  'kit/api-client': apiClient,
  'kit/forms': forms,
  'kit/dialog': dialog,
  'kit/blocks': blocks,
  'kit/tabs': tabs,
  'kit/tooltip': tooltip,
  'kit/toast/store': toastStore,
  '@module-federation/enhanced/runtime': federationRuntime,
};

/** The release platform renders every page of this site with this bundle. */
export const hostBundle: Rendering.HostBundle<PublicSite> = { renderPage, sharedInstances };
