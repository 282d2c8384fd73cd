import type { Feature } from 'kit/blocks';
import { BadgeCheck, Lock, Target, Zap } from 'kit/icons';

/** Separate from the other texts of the dialogs, which load with them. */
export const dialogNotLoaded = {
  title: 'This could not be opened',
  description: 'Please check your connection and try again.',
};

export const hero = {
  title: 'Pre-Qualified Leads You Can Buy Today',
  lead: 'Exclusive. Verified. High-Intent. Try a free sample pack first.',
};

export const packs = {
  caption: (industry: string) => `${industry} lead packs: final sale, no refunds`,
  kinds:
    'Look at a sample lead before you buy. A pack is a fixed number of leads from an area we already advertise in, bought once. A managed campaign runs ads just for your business, month to month, and costs more per lead.',
  campaign: { label: 'Book a consultation', to: '/consultation' },
};

export const perLead = (price: string) => `${price} per lead`;

/** The text next to the conversion rate of a landing page. */
export const conversionBase = 'of visitors send the form';

export const quality = {
  title: 'Want to See the Quality?',
  lead: 'Ask for 3 real leads in your industry, free of charge.',
};

/** The hint of "View Demo". */
export const noDemoYet = 'No demo of this page yet.';

export const whyTheyWork = [
  {
    title: 'Exclusive Access',
    icon: Lock,
    text: 'Each lead goes to one buyer. You are not racing four other companies to the same phone.',
  },
  {
    title: 'Verified Contact Info',
    icon: BadgeCheck,
    text: 'Name, phone and email are checked before a lead goes into a pack. No recycled data.',
  },
  {
    title: 'High-Intent Prospects',
    icon: Target,
    text: 'These people asked for a quote themselves and said what they need done.',
  },
  {
    title: 'Real-Time Delivery',
    icon: Zap,
    text: 'Leads reach you by email, by text message or straight into your CRM.',
  },
] as const satisfies readonly Feature[];
