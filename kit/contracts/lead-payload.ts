import type { FormKind } from './form-definition.ts';
import { contactFields, jobTypes } from './lead.ts';
import { testMember } from './submission-origin.ts';
import { limits, messages } from './text-rules.ts';

// Server only. Pages load lead.ts, so that the members for partners add nothing to their scripts.

/**
 * The services of each industry that takes leads. The names are those in the paths of pages. HVAC, junk removal and solar
 * have the choices of their forms; the others have the types of the marketplace's packs (docs/specification.md#3).
 */
const servicesByIndustry = {
  hvac: jobTypes.hvac,
  'junk-removal': jobTypes.junkRemoval,
  solar: jobTypes.solar,
  roofing: ['roof-replacement', 'leak-repair', 'new-construction'],
  legal: ['accident-claims', 'wills-and-trusts'],
  'real-estate': ['residential-listings', 'off-market-properties'],
} as const satisfies Record<string, readonly string[]>;

type Industry = keyof typeof servicesByIndustry;

// The cast is safe: these are the keys of the table above.
export const leadIndustries = Object.keys(servicesByIndustry) as Industry[];

export function servicesOf(industry: Industry): readonly string[] {
  return servicesByIndustry[industry];
}

export const leadServices = [...new Set(Object.values(servicesByIndustry).flat())];

/** The whole body that `POST /api/leads` accepts. Our own forms send what `toLeadPayload` makes. */
export const leadKind = {
  letter: 'L',
  mailTitle: 'Lead',
  mailbox: 'sales',
  person: { name: 'name', phone: 'phone', email: 'email', about: 'location' },
  fields: {
    ...contactFields,
    services: { type: 'choices', choices: leadServices, min: 1, message: messages.serviceType, example: ['repair'] },
    industry: {
      type: 'choice',
      choices: leadIndustries,
      optional: true,
      orBlank: true,
      example: 'hvac',
      description:
        'What the services are of: `commercial` alone may be HVAC or solar. With it, `services` are held to those of the industry.',
      whenEmpty: 'omit',
      isStored: false,
    },
    page: {
      type: 'text',
      optional: true,
      example: 'https://partner.example/hvac-quote',
      description: 'The page that the person filled the form on: an address or a path. Kept, never fetched.',
      whenEmpty: 'omit',
      isStored: false,
    },
    source: {
      type: 'text',
      limit: limits.shortText,
      optional: true,
      example: 'partner-landing-page',
      description: 'Where a partner got the lead from.',
      whenEmpty: 'omit',
    },
    certificates: {
      type: 'group',
      optional: true,
      description: "A partner's proof of consent. Kept, never fetched.",
      whenEmpty: 'omit',
      fields: {
        trustedFormCertUrl: {
          type: 'text',
          optional: true,
          example: 'https://cert.trustedform.com/0123456789abcdef',
          description: 'Kept, never fetched.',
          whenEmpty: { store: null },
        },
        jornayaLeadId: {
          type: 'text',
          optional: true,
          example: '01234567-89AB-CDEF-0123-456789ABCDEF',
          description: 'Kept as it is.',
          whenEmpty: { store: null },
        },
      },
    },
    ...testMember,
  },
} as const satisfies FormKind;
