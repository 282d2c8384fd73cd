import { CalendarCheck, Snowflake, Wrench } from 'kit/icons';
import { HeatWeek, heatWeek } from '../../sections/own/heat-week.tsx';
import { industryHero } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const content = {
  trade: 'HVAC',
  hero: {
    kicker: 'HVAC leads',
    title: 'When the AC quits, they call you first',
    lead: 'We advertise in the towns you serve and send every request for repair, installation or commercial work to one company: yours. Verified, exclusive and in real time.',
    stage: 'bleed',
    tone: 'fog',
    actions: [
      { label: 'Get HVAC leads', to: '#contact' },
      { label: 'See lead packs', to: '/leads?industry=hvac' },
    ],
    note: 'Managed campaigns: no contracts, no payment if no leads.',
  },
  picture: industryHero(
    'hvac',
    'The beam of a lighthouse falls on a shop with a cooling unit on its roof, and on a technician',
  ),
  body: [
    {
      kind: 'stats',
      title: 'What HVAC clients see',
      lead: 'Averages across HVAC clients in managed campaigns.',
      items: [
        { value: '3.8x', label: 'growth in booked jobs since the first month with us' },
        { value: '85%', label: 'of leads convert into a booked visit' },
        { value: '$315', label: 'average ticket of a repair visit' },
      ],
    },
    { kind: 'own', ...heatWeek, tone: 'ink', draw: HeatWeek },
    {
      kind: 'features',
      look: 'rows',
      title: 'Three kinds of calls',
      lead: 'Take all of them, or only the work your crews have room for.',
      items: [
        {
          icon: Wrench,
          title: 'Repair',
          text: 'No cold air, a noisy compressor, a furnace that will not light. They need someone today.',
        },
        {
          icon: Snowflake,
          title: 'Installation',
          text: 'Owners who want to know what a new system costs, with the size of the home and the age of the system.',
        },
        {
          icon: CalendarCheck,
          title: 'Commercial',
          text: 'Property managers, restaurants and offices looking for service contracts and rooftop replacements, with the name of the person who signs.',
        },
      ],
    },
    { kind: 'form' },
    {
      kind: 'statement',
      text: 'Whoever calls back first usually gets the job. Nobody else has the number.',
      against: [
        ['A shared lead', 'Sold to everyone who pays. The owner has already heard from four companies.'],
        ['A lead from us', 'Sold once. You are the only call.'],
      ],
    },
    {
      kind: 'points',
      title: 'What comes with every HVAC lead',
      columns: 2,
      items: [
        'Name, phone and email, checked before delivery',
        'The job in the customer’s own words',
        'TCPA-compliant consent to be called',
        'Delivery by email, by SMS or into your CRM',
      ],
    },
  ],
  form: {
    kind: 'lead',
    industry: 'hvac',
    jobTypeLabel: 'Service Type',
    jobTypes: {
      all: 'All HVAC services',
      repair: 'Repair and maintenance',
      install: 'New installation',
      commercial: 'Commercial HVAC',
    },
    submitLabel: 'Get HVAC leads',
    title: 'Tell us where you work',
    lead: 'We check how many requests your area can bring and call you back with the number. Asking is free.',
    points: ['Exclusive to your company', 'Managed campaigns: no contracts, no payment if no leads'],
  },
  calculator: {
    industry: 'hvac',
    leads: 20,
    booked: { percent: 85, basis: 'Of 100 leads 85 become a booked visit.' },
    visit: 'booked visits',
    worth: { dollars: 315, basis: 'The average ticket of a repair visit.' },
  },
  closing: {
    title: 'Fill next week’s board',
    lead: 'Tell us your towns, and we tell you what they can bring.',
  },
} as const satisfies IndustryContent;
