import { Banknote, CreditCard, Landmark } from 'kit/icons';
import { ConsentRecord, consentRecord, EveningLog, eveningLog } from '../../sections/own/debt-relief.tsx';
import { lowerEnd, ownFigure, ownRate } from '../calculator.ts';
import { industryPanorama } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const content = {
  trade: 'debt relief',
  hero: {
    kicker: 'Debt relief leads',
    title: 'People who decided to deal with it',
    lead: 'Consumers with card debt, tax debt or loans they cannot keep up with, who asked for help today. Screened by amount and state and sent to one company.',
    stage: 'panorama',
    tone: 'ink',
    actions: [
      { label: 'Get Started', to: '/contact' },
      { label: 'Book a consultation', to: '#contact' },
    ],
    note: 'Exclusive and TCPA-compliant. No aged data.',
  },
  picture: industryPanorama(
    'debt-relief',
    'Stacks of bills shrink to nothing, and the beam of a lighthouse falls on the couple at their end',
  ),
  body: [
    { kind: 'own', ...eveningLog, draw: EveningLog },
    {
      kind: 'figure',
      title: 'Speed is the whole business',
      tone: 'fog',
      isAverage: true,
      figure: { value: '70-90%', label: 'conversion rate, from exclusive lead to booked appointment' },
      paragraphs: [
        'The resolve to ask for help lasts an evening. Someone whose request was sold over and over has stopped answering before your team dials.',
        'We deliver each request in real time and to you alone, straight into your dialer or CRM.',
      ],
    },
    {
      kind: 'features',
      columns: 3,
      title: 'Our services for debt relief',
      lead: 'Three kinds of callers, each with the questions your enrollment team would ask.',
      items: [
        {
          icon: CreditCard,
          title: 'Debt settlement',
          text: 'Unsecured debt above your minimum, number of creditors, months behind, and whether they have income.',
        },
        {
          icon: Landmark,
          title: 'Tax debt',
          text: 'Federal or state, amount owed, years unfiled, and letters already received.',
        },
        {
          icon: Banknote,
          title: 'Consolidation',
          text: 'Homeowners and renters with steady income who want one payment instead of many.',
        },
      ],
    },
    {
      kind: 'statement',
      text: 'In a managed campaign you pay for people who asked for help. No leads, no invoice.',
      against: [
        ['A month without leads', 'Costs nothing in a managed campaign. The risk of the ads is ours.'],
        ['A month with leads', 'You know the price per lead up front, and you set the daily limit.'],
      ],
    },
    {
      kind: 'catalog',
      look: 'rows',
      title: 'Why companies choose us',
      items: [
        {
          title: 'Screened before delivery',
          text: 'Your rules decide what counts as a lead.',
          points: ['Minimum debt', 'States you are licensed in', 'Type of debt'],
        },
        {
          title: 'Clean to call',
          text: 'Consent that holds up when someone asks.',
          points: ['TCPA-compliant wording', 'Time and source of each consent', 'No recycled data'],
        },
        {
          title: 'Built to scale',
          text: 'More when your agents are free, less when they are not.',
          points: ['Daily caps', 'Delivery hours', 'No contracts'],
        },
      ],
    },
    { kind: 'own', ...consentRecord, tone: 'fog', layout: 'split', draw: ConsentRecord },
    { kind: 'form' },
  ],
  form: {
    kind: 'consultation',
    title: 'Tell us what you enroll',
    lead: 'States, minimum debt and how many agents you have. We answer with what we can deliver.',
    points: ['Screened by your rules', 'Real-time delivery', 'Managed campaigns: no payment if no leads'],
  },
  calculator: {
    industry: 'debt-relief',
    leads: 20,
    booked: { percent: 70, basis: lowerEnd },
    visit: 'first calls',
    won: { percent: 30, jobs: 'enrolled clients', basis: ownRate },
    worth: { dollars: 1500, basis: ownFigure },
  },
  closing: {
    title: 'Give your team a fresh list of one',
    lead: 'One person at a time, each asking for exactly what you do.',
  },
} as const satisfies IndustryContent;
