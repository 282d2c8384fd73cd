import type { consultationIndustries } from 'kit/contracts/consultation';
import type { jobTypes, LeadIndustry, sellerJobTypes } from 'kit/contracts/lead';
import type { Link } from '../sections/actions.tsx';
import type { Block } from '../sections/blocks.tsx';
import type { DrawingFile } from '../sections/drawing.tsx';
import type { Stage } from '../sections/stage-hero.tsx';

/** HVAC, junk removal and solar: the form that posts a lead. */
type LeadFormContent = {
  [Industry in LeadIndustry]: {
    kind: 'lead';
    industry: Industry;
    submitLabel: string;
    jobTypeLabel: string;
    jobTypes: Readonly<Record<(typeof jobTypes)[Industry][number], string>>;
  };
}[LeadIndustry];

/** The possible results of a month, from the figures of docs/specification.md#1 and #9. */
export interface CalculatorContent {
  industry: keyof typeof consultationIndustries;
  /** The initial number of leads a month. */
  leads: number;
  /** The percentage of leads that become a {@link visit}, and its source. */
  booked: { percent: number; basis: string };
  /** The plural, such as `booked visits`. */
  visit: string;
  /** The percentage of visits that become a job, if the visit is not the job itself. */
  won?: { percent: number; jobs: string; basis: string };
  /** The initial revenue of one job, in dollars, which the visitor can change. */
  worth: { dollars: number; basis: string };
}

export interface IndustryContent {
  /**
   * The name in "a sample ... call" and in "your ... lead needs". In lower case with hyphens it is the
   * `#...-call` of the demo page.
   */
  trade: string;
  hero: {
    kicker: string;
    title: string;
    lead: string;
    actions: readonly Link[];
    note?: string;
    /** The position of the picture, and the background. */
    stage: Stage;
    tone?: 'paper' | 'fog' | 'ink';
  };
  picture: DrawingFile;
  /** The sections of the page in order; `form` is the place of the form (anchor `contact`). */
  body: readonly (Block | { kind: 'form' })[];
  form: { title: string; lead: string; points: readonly string[] } & (
    | LeadFormContent
    // The motivated-seller form of real estate, and the consultation form of the others, stay in the browser.
    | {
        kind: 'seller';
        submitLabel: string;
        jobTypeLabel: string;
        jobTypes: Readonly<Record<(typeof sellerJobTypes)[number], string>>;
      }
    | { kind: 'consultation' }
  );
  calculator: CalculatorContent;
  closing: { title: string; lead: string };
}
