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
    name: { ...contactFields.name, description: 'The person who filled the form.' },
    company: { ...contactFields.company, description: 'The company of that person.' },
    phone: { ...contactFields.phone, description: 'A number that reaches the person, written in any way.' },
    email: { ...contactFields.email, description: 'An address that reaches the person.' },
    location: { ...contactFields.location, description: 'Where the person is, as text: a city, or city and state.' },
    services: {
      type: 'choices',
      choices: leadServices,
      min: 1,
      message: messages.serviceType,
      example: ['repair'],
      description: 'What the person asked for. Each industry has services of its own.',
    },
    industry: {
      type: 'choice',
      choices: leadIndustries,
      optional: true,
      orBlank: true,
      example: 'hvac',
      description:
        'The industry of the services: `commercial` alone may be HVAC or solar. With it, only the services of that industry are taken.',
      whenEmpty: 'omit',
      isStored: false,
    },
    page: {
      type: 'text',
      optional: true,
      example: 'https://partner.example/hvac-quote',
      description: 'The page with the form that the person filled: an address or a path. It is kept, never fetched.',
      whenEmpty: 'omit',
      isStored: false,
    },
    source: {
      type: 'text',
      limit: limits.shortText,
      optional: true,
      example: 'partner-landing-page',
      description: 'Where you got the lead from, in your own words.',
      whenEmpty: 'omit',
    },
    certificates: {
      type: 'group',
      optional: true,
      description: "Your proof of the person's consent. It is kept, never fetched.",
      whenEmpty: 'omit',
      fields: {
        trustedFormCertUrl: {
          type: 'text',
          optional: true,
          example: 'https://cert.trustedform.com/0123456789abcdef',
          description: 'The address of the TrustedForm certificate.',
          whenEmpty: { store: null },
        },
        jornayaLeadId: {
          type: 'text',
          optional: true,
          example: '01234567-89AB-CDEF-0123-456789ABCDEF',
          description: 'The lead id that Jornaya gave.',
          whenEmpty: { store: null },
        },
      },
    },
    ...testMember,
  },
} as const satisfies FormKind;
