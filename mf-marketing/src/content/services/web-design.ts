import { CalendarCheck, Globe, LayoutTemplate, Palette, ShieldCheck, Store } from 'kit/icons';
import type { ServiceContent } from '../service-content.ts';

export const content = {
  hero: {
    kicker: 'Web Design and Development',
    title: 'A website that sounds like you and sells like us',
    lead: 'Designed from a blank page for your business and your customers. Unlimited revisions, no templates.',
  },
  body: [
    {
      kind: 'points',
      tone: 'ink',
      title: 'Our promise',
      items: [
        'Unlimited revisions: it is done when you say so',
        'No templates: nobody else has your site',
        'Copy included, written by people who sell',
        'It is yours: domain, files and accounts in your name',
      ],
    },
    {
      kind: 'features',
      look: 'rows',
      tone: 'fog',
      title: 'Our approach',
      items: [
        {
          title: 'First one question',
          text: 'What should a visitor do? Every page is built backward from that call, booking or request.',
        },
        { title: 'Then the words', text: 'Copy comes before design, because design without words is decoration.' },
        { title: 'Then design and code', text: 'You see the pages with your own copy before anything is programmed.' },
      ],
    },
    {
      kind: 'features',
      columns: 3,
      title: 'What we build',
      items: [
        {
          icon: Globe,
          title: 'Business websites',
          text: 'A few pages that say who you are, what you charge and how to reach you.',
        },
        { icon: LayoutTemplate, title: 'Landing pages', text: 'One offer, one form, made to match one ad.' },
        {
          icon: CalendarCheck,
          title: 'Online booking',
          text: 'Calendars, deposits and reminders, without a phone call.',
        },
        { icon: Store, title: 'Online stores', text: 'Catalog, payment and delivery that your own team can run.' },
        {
          icon: Palette,
          title: 'Redesigns',
          text: 'A new look for a site that ranks well, without losing its rankings.',
        },
        {
          icon: ShieldCheck,
          title: 'Care and hosting',
          text: 'Updates, backups and small changes, so your site stays fast and safe.',
        },
      ],
    },
    {
      kind: 'steps',
      title: 'Four steps to a live site',
      tone: 'fog',
      items: [
        { title: 'Discovery', text: 'Your customers, your numbers, the sites you like and the ones you cannot stand.' },
        {
          title: 'Design',
          text: 'Real pages with real copy. Change what you want, as often as you want.',
        },
        { title: 'Development', text: 'Built to be fast on a phone, accessible to everyone and easy to edit.' },
        { title: 'Launch', text: 'Moved without downtime, measured from day one and looked after.' },
      ],
    },
    {
      kind: 'showcase',
      title: 'Exotic car rental websites',
      lead: 'A rental site has to show the car, show when it is available, take the payment and get the contract signed. We build all of it.',
      points: [
        'Fleet showcase',
        'Booking systems',
        'Availability calendars',
        'Payment integration',
        'Rental agreement systems',
      ],
      picture: {
        src: '/attached_assets/exotics/fleet.svg',
        width: 1200,
        height: 700,
        alt: 'Three exotic cars from the side in front of a skyline',
      },
      action: { label: 'Start your rental site', to: '/exotics-intake' },
    },
  ],
  closing: {
    title: 'Show us the site you have',
    lead: 'We’ll tell you what to keep. Sometimes that is most of it.',
  },
  contact: { title: 'Talk about your website', lead: 'Call, email or pick a time.' },
} as const satisfies ServiceContent;
