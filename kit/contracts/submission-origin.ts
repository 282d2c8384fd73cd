import type { FieldDefinitions, TextDefinition } from './form-definition.ts';

// Server only.

/** Mail, webhook, lists, exports and the API's document follow these fields. */
export const originFields = {
  industry: {
    type: 'text',
    example: 'hvac',
    description: 'What the partner named, else that of the page. Null for pages of no industry.',
  },
  page: {
    type: 'text',
    example: '/hvac',
    description: 'The page of the form: a path of this site, or what the partner named.',
  },
  partner: {
    mailLabel: 'Partner (by key)',
    type: 'text',
    example: 'acme',
    description: 'Whose API key the form came with: proven, where `source` is only said. Null without a key.',
  },
  consentVersion: {
    mailLabel: 'Consent, version of its words',
    type: 'text',
    example: '1',
    description:
      "Which words of consent stood beside the form of this site. It is no member of a lead: a partner declares consent with `certificates`. With a partner's key it is null, but for a partner that sends our forms' `X-Form-Context`.",
  },
  consentDeclaredBy: {
    type: 'text',
    example: 'visitor',
    description:
      '`visitor`: it was given by sending a form of this site. `partner`: the partner says so, mostly with `certificates`, and the office has seen no form. Null where nobody declares any.',
  },
  consentedAt: {
    mailLabel: 'Consent given at',
    type: 'text',
    example: '2026-11-20T09:30:00.000Z',
    description: "When the visitor sent the form under those words. Null without them, and with a partner's key.",
  },
  network: {
    mailLabel: "Sender's network",
    type: 'text',
    example: '203.0.113.7',
    description: 'The address that it came from; of IPv6 the first 64 bits. With a partner, the server of the partner.',
  },
} as const satisfies Record<string, TextDefinition>;

/** The origin of a form, in addition to its typed values. */
export type SubmissionOrigin = Record<keyof typeof originFields, string | null> & {
  consentDeclaredBy: 'visitor' | 'partner' | null;
};

/** Industries that have pages of their own, at `/{industry}` and `/industries/{industry}`. */
export const industriesWithPages = [
  'healthcare',
  'debt-relief',
  'roofing',
  'legal',
  'solar',
  'real-estate',
  'hvac',
  'junk-removal',
];

/** The industry of a page path, or null. Case and trailing slashes are ignored. */
export function industryOfPage(page: string | null): string | null {
  const slug = /^\/(?:industries\/)?([a-z-]+)\/*$/.exec((page ?? '').toLowerCase())?.[1];
  return industriesWithPages.find((industry) => industry === slug) ?? null;
}

/** The member that marks a form of any kind as a test. Our own forms send no tests. */
export const testMember = {
  isTest: {
    type: 'yesOrNo',
    message: 'Please send true or false.',
    optional: true,
    example: true,
    description:
      'True for a test: checked and kept like any other form, marked, and not delivered to the office. Leave it out, or send false, for a real one. With a test key every form is a test.',
    isStored: false,
  },
} as const satisfies FieldDefinitions;
