import { industryHero } from './drawings.ts';

export const servicesOverview = {
  hero: {
    kicker: 'Services',
    title: 'Everything between a stranger and a signed job',
    lead: 'Some clients buy leads and nothing else. Others hand us their ads, their website and their phone. Start where it hurts most.',
  },
  start: [
    { problem: 'People who search do not find us', to: '/services/seo' },
    { problem: 'We pay for clicks, and nobody calls', to: '/services/ppc-advertising' },
    { problem: 'Few people in town know our name', to: '/services/youtube-advertising' },
    { problem: 'Our website brings no requests', to: '/services/web-design' },
    { problem: 'Nobody picks up after hours', to: '/ai-agent-demo' },
    { problem: 'We want leads and nothing else', to: '/leads' },
  ],
  industriesLead: 'In trades where one customer is worth real money, we know what to ask before you call.',
  closing: {
    title: 'Ready to Get Started?',
    lead: 'Tell us what you sell and where. We’ll tell you what we would do first and what it costs.',
    action: { label: 'Request a Consultation', to: '#contact' },
  },
  contact: { title: 'Talk to a person', lead: 'Our offices are in Florida, Utah and Boston.' },
} as const;

/** The six industry cards; each is titled "{name} Leads" (docs/specification.md#2). */
export const industryCards = [
  {
    name: 'Healthcare',
    path: '/healthcare',
    description: 'Patients for clinics, telehealth and health insurance.',
    picture: industryHero('healthcare', 'A clinic with a green cross and an ambulance in front'),
  },
  {
    name: 'Debt Relief',
    path: '/debt-relief',
    description: 'People who asked for help, screened by amount and state.',
    picture: industryHero('debt-relief', 'Stacks of bills, each lower than the one before, and a couple at their end'),
  },
  {
    name: 'Roofing',
    path: '/roofing',
    description: 'Storm claims, repairs and full replacements.',
    picture: industryHero('roofing', 'A house with missing shingles, a ladder and a roofer'),
  },
  {
    name: 'Legal Services',
    path: '/legal',
    description: 'People with a case, screened with your own questions.',
    picture: industryHero('legal', 'A courthouse with columns and scales in its gable'),
  },
  {
    name: 'HVAC',
    path: '/hvac',
    description: 'Repairs, installations and commercial contracts.',
    picture: industryHero('hvac', 'A shop with a cooling unit on its roof'),
  },
  {
    name: 'Real Estate',
    path: '/real-estate',
    description: 'Motivated sellers before their house is listed.',
    picture: industryHero('real-estate', 'A house with a garage and a sign that says For sale'),
  },
] as const;
