import type { consultationIndustries } from 'kit/contracts/consultation';

export interface CalculatorContent {
  industry: (typeof consultationIndustries)[number];
  /** The initial number of leads a month. */
  leads: number;
  /** The percentage of leads that become a {@link visit}, and its source. */
  booked: { percent: number; basis: string };
  /** The plural, such as `booked visits`. */
  visit: string;
  /** The percentage of visits that become a job, if the visit is not the job itself. */
  won?: { percent: number; basis: string };
  /** The initial revenue of one job, in dollars, which the visitor can change. */
  worth: { dollars: number; basis: string };
}

const yours = 'Your own figure goes here: we have no average for it.';
const range = 'Of 100 exclusive leads 70 to 90 become booked appointments; this is the lower end.';

/** What a month can bring, from the figures of docs/specification.md#1 and #9, by trade. */
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
