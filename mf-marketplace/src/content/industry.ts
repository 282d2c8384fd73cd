/** One lead as a buyer sees it before paying: the e-mail address is masked. {@link sampleDate} dates it. */
export interface SampleLead {
  name: string;
  phone: string;
  email: string;
  location: string;
  notes: string;
  /** How long ago it came in. */
  daysAgo: number;
}

export interface LeadPack {
  id: string;
  name: string;
  type: string;
  location: string;
  leadCount: number;
  /** In whole dollars. */
  price: number;
  sampleLeads: readonly [SampleLead, ...SampleLead[]];
}

export interface LandingPage {
  id: string;
  name: string;
  /** A jpg at the root of the site, 800 x 500; {@link landingPageSources} names its smaller forms. */
  image: { src: `/${string}.jpg`; alt: string };
  /** A range as text: 27-36%. */
  conversionRate: string;
  features: readonly string[];
  /** In whole dollars. */
  price: number;
}

/** What is on sale for one industry: the content of its tab. */
export interface Industry {
  label: string;
  packs: readonly LeadPack[];
  landingPages: readonly LandingPage[];
}
