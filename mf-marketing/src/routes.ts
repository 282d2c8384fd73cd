import type { RemoteRoute } from 'kit/federation/routes';
import { industry } from './industry-routes.ts';

export const routes: readonly RemoteRoute[] = [
  {
    path: '/',
    title: 'Exclusive leads for high-value industries',
    description:
      'Exclusive, TCPA-compliant leads for roofing, legal, HVAC, solar, real estate and healthcare businesses, verified and delivered in real time.',
    chunk: 'page-home',
    load: async () => (await import(/* webpackChunkName: "page-home" */ './pages/home-page.tsx')).HomePage,
  },
  ...industry(
    'hvac',
    'HVAC Leads',
    'Exclusive HVAC leads for repair, installation and commercial work in your area, verified and delivered in real time. No contracts.',
    async () => (await import(/* webpackChunkName: "page-industry" */ './content/industries/hvac.ts')).hvac,
  ),
];
