import { badgeCheckIcon, lockIcon, targetIcon, zapIcon } from 'kit/icons';
import type { Feature } from 'kit/ui';

export const hero = {
  title: 'Pre-Qualified Leads You Can Buy Today',
  lead: 'Exclusive. Verified. High-Intent. Try a free sample pack first.',
};

export const quality = {
  title: 'Want to See the Quality?',
  lead: 'Ask for 3 real leads in your industry. They are free.',
};

export const whyTheyWork = {
  title: 'Why These Leads Work',
  cards: [
    {
      title: 'Exclusive Access',
      icon: lockIcon,
      text: 'A lead goes to one buyer. You do not race four other companies to the same phone.',
    },
    {
      title: 'Verified Contact Info',
      icon: badgeCheckIcon,
      text: 'Name, phone and email are checked before a lead goes into a pack. No recycled data.',
    },
    {
      title: 'High-Intent Prospects',
      icon: targetIcon,
      text: 'These people asked for a quote themselves and said what they need done.',
    },
    {
      title: 'Real-Time Delivery',
      icon: zapIcon,
      text: 'Leads reach you by email, by text message or straight in your CRM.',
    },
  ],
} as const satisfies { title: string; cards: readonly Feature[] };
