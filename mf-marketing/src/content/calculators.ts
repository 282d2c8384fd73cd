import type { consultationIndustries } from 'kit/contracts/consultation';

export interface CalculatorContent {
  /** Its value in the consultation form. */
  industry: (typeof consultationIndustries)[number];
  /** Leads a month at first. */
  leads: number;
  /** Of 100 leads, how many become {@link visit}; and whose figure that is. */
  booked: { percent: number; basis: string };
  /** In the plural: `booked visits`. */
  visit: string;
  /** Of 100 visits, how many become a job, where the visit is not the job. */
  won?: { percent: number; basis: string };
  /** What one job brings, in dollars: a figure to begin with, which the visitor changes. */
  worth: { dollars: number; basis: string };
}

const yours = 'Your own figure goes here: we have no average for it.';
const range = 'Of 100 exclusive leads 70 to 90 become booked appointments; this is the lower end.';

/** What a month can bring, from the figures of docs/specification.md#1 and #9, by the name of the trade. */
export const calculators: Readonly<Record<string, CalculatorContent>> = {
  HVAC: {
    industry: 'hvac',
    leads: 20,
    booked: { percent: 85, basis: 'Of 100 leads 85 become a booked visit.' },
    visit: 'booked visits',
    worth: { dollars: 315, basis: 'The average ticket of a repair visit.' },
  },
  'junk removal': {
    industry: 'junk-removal',
    leads: 25,
    booked: { percent: 78, basis: 'Of 100 leads 78 end with a date.' },
    visit: 'bookings',
    worth: { dollars: 300, basis: yours },
  },
  'real estate': {
    industry: 'real-estate',
    leads: 16,
    booked: { percent: 70, basis: range },
    visit: 'meetings',
    won: { percent: 42, basis: 'Of 100 sellers that you meet 42 sign a contract.' },
    worth: { dollars: 5000, basis: yours },
  },
  solar: {
    industry: 'solar',
    leads: 20,
    booked: { percent: 70, basis: range },
    visit: 'appointments',
    won: { percent: 42, basis: 'Of 100 appointments 42 end in a sale.' },
    worth: { dollars: 26_000, basis: 'The average signed contract.' },
  },
  roofing: {
    industry: 'roofing',
    leads: 20,
    booked: { percent: 70, basis: range },
    visit: 'inspections',
    worth: { dollars: 500, basis: yours },
  },
  legal: {
    industry: 'legal',
    leads: 10,
    booked: { percent: 70, basis: range },
    visit: 'first meetings',
    worth: { dollars: 1000, basis: yours },
  },
  healthcare: {
    industry: 'healthcare',
    leads: 20,
    booked: { percent: 70, basis: range },
    visit: 'booked patients',
    worth: { dollars: 200, basis: yours },
  },
  'debt relief': {
    industry: 'debt-relief',
    leads: 20,
    booked: { percent: 70, basis: range },
    visit: 'first calls',
    worth: { dollars: 500, basis: yours },
  },
};

export const calculatorWords = {
  title: 'What a month could bring',
  lead: 'Arithmetic with averages, not a promise. Change both figures to yours.',
  leads: 'Leads a month',
  worth: (visit: string) => `What one of the ${visit} brings you, in dollars`,
  jobs: 'signed contracts',
  month: 'a month',
  carry: 'Continue with these figures',
} as const;
