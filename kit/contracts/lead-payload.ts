import * as z from 'kit/schema';
import { choiceListField, optionalChoiceField, optionalTextField } from './fields.ts';
import type { FormKind } from './form-definition.ts';
import { contactFields, jobTypes, type LeadIndustry } from './lead.ts';
import { testMember, testMemberRules } from './test-member.ts';
import { limits, messages } from './text-rules.ts';

// For the server alone: pages load lead.ts, and what partners may add costs them nothing.

/** The industries that leads are taken for, as they stand in the addresses of their pages. */
export const leadIndustries = ['hvac', 'junk-removal', 'solar'] as const;

const jobTypesBySlug = {
  hvac: 'hvac',
  'junk-removal': 'junkRemoval',
  solar: 'solar',
} as const satisfies Record<(typeof leadIndustries)[number], LeadIndustry>;

/** The services of one industry. */
export function servicesOf(industry: (typeof leadIndustries)[number]): readonly string[] {
  return jobTypes[jobTypesBySlug[industry]];
}

/** Every value that `services` of a lead may hold. */
export const leadServices = [
  'all',
  'repair',
  'install',
  'commercial',
  'garage',
  'estate',
  'furniture',
  'residential',
  'both',
  'battery',
] as const satisfies (typeof jobTypes)[LeadIndustry][number][];

/** The whole body that `POST /api/leads` takes; our own forms send {@link LeadPayload}. */
export const leadPayloadSchema = z.object({
  ...contactFields(),
  services: choiceListField(leadServices, messages.serviceType, 1),
  industry: optionalChoiceField(leadIndustries),
  page: optionalTextField(),
  // What partners may add: stored, never fetched. A test is kept and marked, and not delivered.
  source: optionalTextField(limits.shortText),
  certificates: z.nullish(
    z.object({ trustedFormCertUrl: optionalTextField(), jornayaLeadId: optionalTextField() }, messages.text),
  ),
  ...testMemberRules,
});

export const leadKind = {
  letter: 'L',
  mailTitle: 'Lead',
  mailbox: 'sales',
  person: { name: 'name', phone: 'phone', email: 'email', about: 'location' },
  fields: {
    name: { mailLabel: 'Name', lines: 'one', example: 'Ada Lovelace' },
    company: { mailLabel: 'Company', lines: 'one', example: 'Analytical Heating' },
    phone: { mailLabel: 'Phone', lines: 'one', example: '(801) 555-0142' },
    email: { mailLabel: 'Email', lines: 'one', example: 'ada@example.com' },
    location: { mailLabel: 'Location', lines: 'one', example: 'Salt Lake City' },
    services: { mailLabel: 'Services', lines: 'one', example: ['repair'] },
    industry: {
      mailLabel: 'Industry',
      lines: 'one',
      example: 'hvac',
      description:
        'What the services are of: `commercial` alone may be HVAC or solar. With it, `services` are held to those of the industry.',
      whenEmpty: 'omit',
      isStored: false,
    },
    page: {
      mailLabel: 'Page',
      lines: 'one',
      example: 'https://partner.example/hvac-quote',
      description: 'The page that the person filled the form on: an address or a path. Kept, never fetched.',
      whenEmpty: 'omit',
      isStored: false,
    },
    source: {
      mailLabel: 'Source',
      lines: 'one',
      example: 'partner-landing-page',
      description: 'Where a partner got the lead from.',
      whenEmpty: 'omit',
    },
    certificates: {
      mailLabel: 'Certificates',
      description: "A partner's proof of consent. Kept, never fetched.",
      whenEmpty: 'omit',
      fields: {
        trustedFormCertUrl: {
          mailLabel: 'Trusted form cert url',
          lines: 'one',
          example: 'https://cert.trustedform.com/0123456789abcdef',
          description: 'Kept, never fetched.',
          whenEmpty: { store: null },
        },
        jornayaLeadId: {
          mailLabel: 'Jornaya lead id',
          lines: 'one',
          example: '01234567-89AB-CDEF-0123-456789ABCDEF',
          description: 'Kept as it is.',
          whenEmpty: { store: null },
        },
      },
    },
    ...testMember,
  },
} as const satisfies FormKind<z.infer<typeof leadPayloadSchema>>;
