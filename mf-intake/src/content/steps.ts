import type { IntakePayload } from 'kit/contracts/exotic-car-intake';

interface IntakeStep {
  /** The specification's title (docs/specification.md#2). */
  title: string;
  lead: string;
  fields: readonly (keyof IntakePayload)[];
}

/** The nine steps of the wizard, in order (docs/specification.md#2). */
export const intakeSteps = [
  {
    title: 'Business Owner Information',
    lead: 'Who the website is for, how to reach you and what you already have.',
    fields: [
      ...(['fullName', 'businessName', 'phone', 'email', 'cityState'] as const),
      ...(['ownsDomain', 'domainName', 'needsDomainHelp', 'hasHosting'] as const),
    ],
  },
  {
    title: 'Social Media Links',
    lead: 'Paste a link or a handle. Leave blank anything you do not use.',
    fields: ['instagram', 'tiktok', 'youtube', 'facebook', 'other'],
  },
  {
    title: 'Fleet Information',
    lead: 'Every car that should be on the website, with its rate and what makes people book it.',
    fields: ['vehicles'],
  },
  {
    title: 'Website Pages',
    lead: 'Check the pages you want. We can add or drop pages with you later.',
    fields: ['pages'],
  },
  {
    title: 'Logo & Design',
    lead: 'Your colors, websites you like, and the look you have in mind.',
    fields: ['colorScheme', 'likedWebsites', 'designStyle', 'customDesignStyle'],
  },
  {
    title: 'Rental Agreement',
    lead: 'The contract your renters sign, if there is one.',
    fields: ['hasContract', 'needsContractHelp'],
  },
  {
    title: 'Rental Policies',
    lead: 'What renters should read before they book. Notes are enough.',
    fields: ['termsConditions', 'refundPolicy', 'renterRequirements'],
  },
  {
    title: 'Website Features',
    lead: 'What the website should be able to do.',
    fields: ['features', 'customFeature'],
  },
  {
    title: 'Timeline & Budget',
    lead: 'When you want to launch and what you plan to spend.',
    fields: ['launchDate', 'budget', 'additionalNotes'],
  },
] as const satisfies readonly IntakeStep[];

export const stepCount = intakeSteps.length;

/** Only the server can name a field that is on no step; the last step, which submits, shows it. */
export function stepOf(field: string): number {
  const index = intakeSteps.findIndex(({ fields }) => (fields as readonly string[]).includes(field));
  return index === -1 ? stepCount : index + 1;
}
