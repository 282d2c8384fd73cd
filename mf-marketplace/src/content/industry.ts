/** The price of one lead of a pack: $27.50. */
export function pricePerLead({ price, leadCount }: { price: number; leadCount: number }): string {
  return `$${(price / leadCount).toFixed(2)}`;
}

/** Formats whole dollars: $325. */
export function dollars(amount: number): string {
  return `$${amount}`;
}

/** A lead that a buyer sees before paying, with a masked e-mail address. {@link sampleDate} dates it. */
export interface SampleLead {
  name: string;
  phone: string;
  email: string;
  location: string;
  notes: string;
  /** Days since the lead came in. */
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
  /** A jpg in the site's root, 800 x 500; {@link landingPageSources} lists its smaller formats. */
  image: { src: `/${string}.jpg`; alt: string };
  /** A range as text: 27-36%. */
  conversionRate: string;
  features: readonly string[];
  /** In whole dollars. */
  price: number;
}

/** The offers for one industry: the content of its tab. */
export interface Industry {
  label: string;
  /** The drawing of its filter button, 1200 x 800. */
  scene: `/attached_assets/industries/heroes/${string}.svg`;
  packs: readonly LeadPack[];
  landingPages: readonly LandingPage[];
}
