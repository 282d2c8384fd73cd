import type { RemoteRoute } from 'kit/federation/routes';
import { intakePage } from './content/copy.ts';
import { draftKey } from './features/intake/draft/draft-key.ts';

const intake = {
  title: intakePage.title,
  description: intakePage.description,
  canonical: '/exotics-intake',
  search: { step: ['2', '3', '4', '5', '6', '7', '8', '9'] },
  startsAtOnceWith: draftKey,
  chunk: 'page-exotics-intake',
  load: async () => (await import(/* webpackChunkName: "page-exotics-intake" */ './pages/intake-page.tsx')).IntakePage,
} satisfies Omit<RemoteRoute, 'path'>;

/** One page with two addresses (docs/specification.md#2). */
export const routes: readonly RemoteRoute[] = [
  { path: '/exotics-intake', ...intake },
  { path: '/services/exotic-car-intake', ...intake },
];
