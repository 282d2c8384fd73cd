export interface BenchPage {
  name: string;
  path: string;
  /** Brings the page's component into scope as `Page`, for the comparison bundle. `#site` is the repository. */
  pageImport: string;
}

/** The pages whose bytes are counted. */
export const pages: readonly BenchPage[] = [
  {
    name: '/',
    path: '/',
    pageImport: `import { HomePage as Page } from '#site/mf-marketing/src/pages/home-page.tsx';`,
  },
  {
    name: '/hvac',
    path: '/hvac',
    pageImport: `import { pageOf } from '#site/mf-marketing/src/pages/industry-page.tsx';
import { hvac } from '#site/mf-marketing/src/content/industries/hvac.ts';
const Page = pageOf(hvac);`,
  },
  {
    name: '/leads',
    path: '/leads',
    pageImport: `import { LeadsPage as Page } from '#site/mf-marketplace/src/pages/leads-page.tsx';`,
  },
  {
    name: '/services',
    path: '/services',
    pageImport: `import { ServicesPage as Page } from '#site/mf-marketing/src/pages/services-page.tsx';`,
  },
  {
    name: '/my-agent',
    path: '/my-agent',
    pageImport: `import { MyAgentPage as Page } from '#site/mf-agents/src/pages/my-agent-page.tsx';`,
  },
];

/** One path of every kind of page. */
export const kindsOfPages: readonly string[] = [
  '/',
  '/hvac',
  '/services',
  '/consultation',
  '/contact',
  '/leads',
  '/ai-agent-demo',
  '/ai-agent-packages',
  '/custom-ai-agent',
  '/agents/demo-agent',
  '/my-agent',
  '/exotics-intake',
  '/click-demos',
];
