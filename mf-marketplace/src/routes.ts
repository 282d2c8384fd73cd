import type { RemoteRoute } from 'kit/federation/routes';

export const routes: readonly RemoteRoute[] = [
  {
    path: '/leads',
    title: 'Leads for sale',
    description: 'Packs of leads.',
    chunk: 'page-leads',
    load: async () => (await import(/* webpackChunkName: "page-leads" */ './pages/leads-page.tsx')).LeadsPage,
  },
];
