/** Page copy and messages; quoted texts in docs/specification.md#2, #4, #8 are literal. */
export const intakePage = {
  title: 'Exotic car rental website intake',
  description:
    'Tell us about your exotic car rental business in nine short steps: fleet, pages, design, policies and budget. We build the website from it.',
  kicker: 'Web design for exotic car rental',
  lead: 'Nine short steps about your business and your cars. We build your rental website from your answers.',
} as const;

export const thankYou = {
  title: 'Thank You!',
  text: 'We have your intake form. A representative will connect with you today.',
  /** Stays on the page after the dialog is closed. */
  sent: 'Your intake form was sent. A representative will connect with you today.',
} as const;

export const failure = { title: 'Error', description: 'Failed to submit form. Please try again.' } as const;

export const stepWords = {
  required: 'Fields with a * are required.',
  optional: 'Nothing on this step is required.',
  /** Followed by links to the steps. */
  left: 'Before you send the form, fill in the required fields of',
} as const;

const fields = (count: number) => (count === 1 ? '1 field' : `${count} fields`);

export const errorWords = {
  title: (count: number) => `${fields(count)} ${count === 1 ? 'needs' : 'need'} your attention`,
  here: (count: number) => `On this step: ${fields(count)}`,
  elsewhere: (step: number, field: string, part?: string) => `Step ${step}${part ? `, ${part}` : ''}: ${field}`,
  /** For a required field of a vehicle; the messages of docs/specification.md#5 only apply to step 1. */
  blank: 'Please fill in this field.',
  backToEnd: 'Then send the form on step 9.',
} as const;

export const fleetPicture = {
  src: '/attached_assets/exotics/fleet.svg',
  width: 1200,
  height: 700,
  alt: 'Three exotic cars from the side in front of a skyline: a coupe, a roadster and a mid-engine car',
} as const;
