import type { RemoteRoute } from 'kit/federation/routes';
import type { IndustryContent } from './content/industry-content.ts';
import type { ServiceContent } from './content/service-content.ts';
import type { ServiceSlug } from './content/service-drawings.ts';

/** Every page of this remote. A page's copy loads with the page; only its title and description are here. */
export const routes: readonly RemoteRoute[] = [
  {
    path: '/',
    title: 'Exclusive leads for high-value industries',
    description:
      'Exclusive, TCPA-compliant leads for roofing, legal, HVAC, solar, real estate and healthcare businesses, verified and delivered in real time.',
    chunk: 'page-home',
    load: async () => (await import(/* webpackChunkName: "page-home" */ './pages/home-page.tsx')).HomePage,
  },
  {
    path: '/services',
    title: 'Services',
    description:
      'YouTube, PPC and social advertising, SEO, web design, video production, custom AI agents, and exclusive leads for eight industries.',
    chunk: 'page-services',
    load: async () => (await import(/* webpackChunkName: "page-services" */ './pages/services-page.tsx')).ServicesPage,
  },
  {
    path: '/consultation',
    title: 'Schedule a Consultation',
    description:
      'Tell us what you sell and where. We get in touch within 24 hours, talk strategy and send a custom proposal with pricing.',
    chunk: 'page-consultation',
    load: async () =>
      (await import(/* webpackChunkName: "page-consultation" */ './pages/consultation-page.tsx')).ConsultationPage,
  },
  {
    path: '/contact',
    title: 'Contact',
    description:
      'Phone, mailboxes and calendar of our offices in Florida, Utah and Boston. A custom approach, quality over quantity, TCPA compliant.',
    chunk: 'page-contact',
    load: async () => (await import(/* webpackChunkName: "page-contact" */ './pages/contact-page.tsx')).ContactPage,
  },
  service(
    'youtube-advertising',
    'YouTube Advertising',
    'YouTube ads planned, filmed and run for your towns: campaign design, video production and optimization measured in calls.',
    () => import(/* webpackChunkName: "content-youtube-advertising" */ './content/services/youtube-advertising.ts'),
  ),
  service(
    'ppc-advertising',
    'PPC Advertising',
    'Pay-per-click campaigns on Google, Meta, Microsoft, LinkedIn, Twitter and YouTube, with landing pages and weekly optimization.',
    () => import(/* webpackChunkName: "content-ppc-advertising" */ './content/services/ppc-advertising.ts'),
  ),
  service(
    'social-media-advertising',
    'Social Media Advertising',
    'Social media ads on Facebook, Instagram, LinkedIn, Twitter, TikTok and Pinterest that bring leads instead of likes.',
    () =>
      import(
        /* webpackChunkName: "content-social-media-advertising" */ './content/services/social-media-advertising.ts'
      ),
  ),
  service(
    'seo',
    'SEO Services',
    'SEO that brings calls: technical audit, keyword research, on-page work, content, link building and local SEO for your towns.',
    () => import(/* webpackChunkName: "content-seo" */ './content/services/seo.ts'),
  ),
  service(
    'web-design',
    'Web Design and Development',
    'Websites designed from a blank page: no templates, unlimited revisions, and special builds for exotic car rental companies.',
    () => import(/* webpackChunkName: "content-web-design" */ './content/services/web-design.ts'),
  ),
  service(
    'video-production',
    'Video Production Services',
    'Video ads, explainers, testimonials, brand videos and editing, planned and produced by the people who run your ads.',
    () => import(/* webpackChunkName: "content-video-production" */ './content/services/video-production.ts'),
  ),
  ...industry(
    'roofing',
    'Roofing Leads',
    'Exclusive roofing leads: storm claims, repairs and replacements in your area, verified and delivered in real time to one roofer.',
    () => import(/* webpackChunkName: "content-roofing" */ './content/industries/roofing.ts'),
  ),
  ...industry(
    'legal',
    'Legal Leads',
    'Exclusive legal leads for injury, estate and family practices, screened with your intake questions and sent to one firm.',
    () => import(/* webpackChunkName: "content-legal" */ './content/industries/legal.ts'),
  ),
  ...industry(
    'hvac',
    'HVAC Leads',
    'Exclusive HVAC leads for repair, installation and commercial work in your area, verified and delivered in real time. No contracts.',
    () => import(/* webpackChunkName: "content-hvac" */ './content/industries/hvac.ts'),
  ),
  ...industry(
    'junk-removal',
    'Junk Removal Leads',
    'Exclusive junk removal leads, $25-45 each in a managed campaign: garage, estate and furniture cleanouts. 78% of them book a date.',
    () => import(/* webpackChunkName: "content-junk-removal" */ './content/industries/junk-removal.ts'),
  ),
  ...industry(
    'real-estate',
    'Motivated Seller Leads',
    'Motivated seller leads for wholesalers and cash buyers, each one sold to a single buyer. Start with 2 free leads and no contract.',
    () => import(/* webpackChunkName: "content-real-estate" */ './content/industries/real-estate.ts'),
  ),
  ...industry(
    'solar',
    'Solar Leads',
    'Solar leads with roof, bill and ownership checked: residential, commercial and battery appointments for one installer.',
    () => import(/* webpackChunkName: "content-solar" */ './content/industries/solar.ts'),
  ),
  ...industry(
    'healthcare',
    'Healthcare Leads',
    'Exclusive patient leads for clinics, telehealth and health insurance, TCPA-compliant and delivered to your desk in real time.',
    () => import(/* webpackChunkName: "content-healthcare" */ './content/industries/healthcare.ts'),
  ),
  ...industry(
    'debt-relief',
    'Debt Relief Leads',
    'Debt relief leads screened by amount, type of debt and state: settlement, tax debt and consolidation, sent to one company.',
    () => import(/* webpackChunkName: "content-debt-relief" */ './content/industries/debt-relief.ts'),
  ),
];

/** The route of a service page. Its content is in the chunk `content-{slug}`, its components in a chunk that all share. */
function service(
  slug: ServiceSlug,
  title: string,
  description: string,
  loadContent: () => Promise<{ content: ServiceContent }>,
): RemoteRoute {
  const load = async () => {
    const page = import(/* webpackChunkName: "page-service" */ './pages/service-page.tsx');
    const [{ pageOf }, { content }] = await Promise.all([page, loadContent()]);
    return pageOf(slug, content);
  };
  return {
    path: `/services/${slug}`,
    title,
    description,
    chunk: 'page-service',
    contentChunk: `content-${slug}`,
    load,
  };
}

/**
 * The two routes of an industry page: `/{slug}`, which is canonical, and `/industries/{slug}`. Its content is in the chunk
 * `content-{slug}`, its components in a chunk that all industry pages share.
 */
function industry(
  slug: string,
  title: string,
  description: string,
  loadContent: () => Promise<{ content: IndustryContent }>,
): RemoteRoute[] {
  const load = async () => {
    const page = import(/* webpackChunkName: "page-industry" */ './pages/industry-page.tsx');
    const [{ pageOf }, { content }] = await Promise.all([page, loadContent()]);
    return pageOf(content);
  };
  const canonical = `/${slug}`;
  const route = { title, description, canonical, chunk: 'page-industry', contentChunk: `content-${slug}`, load };
  return [
    { ...route, path: canonical },
    { ...route, path: `/industries/${slug}` },
  ];
}
