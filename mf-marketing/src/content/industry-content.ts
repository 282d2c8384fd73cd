import type { jobTypes, LeadIndustry } from 'kit/contracts/lead';
import type { sellerJobTypes } from 'kit/contracts/motivated-seller';
import type { Block } from '../sections/blocks.tsx';
import type { DrawingFile } from '../sections/drawing.tsx';
import type { Stage } from '../sections/stage-hero.tsx';

interface Link {
  label: string;
  /** A route, or an anchor of the same page. */
  to: string;
}

/** HVAC, junk removal and solar: the form that posts a lead. */
type LeadFormContent = {
  [Industry in LeadIndustry]: {
    kind: 'lead';
    industry: Industry;
    jobTypeLabel: string;
    jobTypes: Readonly<Record<(typeof jobTypes)[Industry][number], string>>;
  };
}[LeadIndustry];

/** Real estate: the motivated-seller form, local only. */
interface SellerFormContent {
  kind: 'seller';
  jobTypeLabel: string;
  jobTypes: Readonly<Record<(typeof sellerJobTypes)[number], string>>;
}

/** The consultation form that the other industry pages share, local only. */
interface ConsultationFormContent {
  kind: 'consultation';
  /** As it stands in "your ... lead needs". */
  industryName: string;
}

/** Everything that one industry page says. */
export interface IndustryContent {
  /** As it stands in "a sample ... call"; `#...-call` of the demo page, in small letters. */
  trade: string;
  hero: {
    kicker: string;
    title: string;
    lead: string;
    actions: readonly Link[];
    note?: string;
    /** Where its picture goes, and the ground that it stands on. */
    stage: Stage;
    tone?: 'paper' | 'fog' | 'ink';
  };
  picture: DrawingFile;
  /** The sections of the page in their order; `form` is where the form stands (anchor `contact`). */
  body: readonly (Block | { kind: 'form' })[];
  form: { title: string; lead: string; points: readonly string[]; submitLabel: string } & (
    | LeadFormContent
    | SellerFormContent
    | ConsultationFormContent
  );
  closing: { title: string; lead: string; action: Link };
}
