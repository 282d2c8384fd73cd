import type { PublicSite } from 'kit/contracts/site-config';
import type { Rendering } from '../platform/index.ts';
import { renderPage } from './render-page.tsx';
import { sharedInstances } from './shared-instances.ts';

/** The release platform renders every page of this site with this bundle. */
export const hostBundle: Rendering.HostBundle<PublicSite> = { renderPage, sharedInstances };
