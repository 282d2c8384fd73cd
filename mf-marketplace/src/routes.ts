import type { RemoteRoute } from 'kit/federation/routes';
import { industryKeys } from './content/industry-keys.ts';

export const routes: readonly RemoteRoute[] = [
  {
    path: '/leads',
    title: 'Leads for Sale',
    description:
      'Packs of exclusive, verified leads for roofing, legal, HVAC, solar, real estate and junk removal, from $225 to $590. Ask for a free sample first.',
    search: { industry: [...industryKeys] },
    chunk: 'page-leads',
    load: async () => (await import(/* webpackChunkName: "page-leads" */ './pages/leads-page.tsx')).LeadsPage,
  },
];
