import type { RemoteRoute } from 'kit/federation/routes';
import { unlockedFlag } from './features/access/unlocked-flag.ts';

export const routes: readonly RemoteRoute[] = [
  {
    path: '/click-demos',
    title: 'Client Demos',
    description: 'Voice agents that we built for our clients, to try with an access code.',
    noindex: true,
    startsAtOnceWith: unlockedFlag,
    voiceAgent: 'demos',
    chunk: 'page-click-demos',
    load: async () => (await import(/* webpackChunkName: "page-click-demos" */ './pages/demos-page.tsx')).DemosPage,
  },
];
