import * as z from 'kit/schema';
import { choiceField, choiceListField, emailField, optionalTextField, textField, yesOrNoField } from './fields.ts';
import type { FormKind } from './form-definition.ts';
import { limits, messages } from './text-rules.ts';

/** The job types of the three pages that post a lead (docs/specification.md#3). */
export const jobTypes = {
  hvac: ['all', 'repair', 'install', 'commercial'],
  junkRemoval: ['garage', 'estate', 'furniture', 'all'],
  solar: ['residential', 'commercial', 'both', 'battery'],
} as const;

export type LeadIndustry = keyof typeof jobTypes;

/** What each page calls the job type when it is missing (docs/specification.md#5). */
export const jobTypeMessages = {
  hvac: messages.serviceType,
  junkRemoval: messages.jobType,
  solar: messages.specialty,
} as const satisfies Record<LeadIndustry, string>;

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

/** The lead form of the HVAC, junk removal and solar pages (docs/specification.md#3, #5). */
export function leadFormSchema(industry: LeadIndustry) {
  return z.object({ ...contactFields(), jobType: choiceField(jobTypes[industry], jobTypeMessages[industry]) });
}

function contactFields() {
  return {
    name: textField(limits.name, messages.name),
    company: textField(limits.company, messages.company),
    phone: textField(limits.phone, messages.phone),
    email: emailField(),
    location: textField(limits.location, messages.location),
  };
}

export type LeadForm = z.infer<ReturnType<typeof leadFormSchema>>;

/** The body of `POST /api/leads` (docs/specification.md#7): `services` holds the single chosen job type. */
export type LeadPayload = Omit<LeadForm, 'jobType'> & { services: string[] };

export function toLeadPayload({ jobType, ...fields }: LeadForm): LeadPayload {
  return { ...fields, services: [jobType] };
}

/** The whole body that `POST /api/leads` takes; our own forms send {@link LeadPayload}. */
export const leadPayloadSchema = z.object({
  ...contactFields(),
  services: choiceListField(leadServices, messages.serviceType, 1),
  // What partners may add: stored, never fetched. A test is kept and marked, and not delivered.
  source: optionalTextField(limits.shortText),
  certificates: z.nullish(
    z.object({ trustedFormCertUrl: optionalTextField(), jornayaLeadId: optionalTextField() }, messages.text),
  ),
  isTest: z.nullish(yesOrNoField()),
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
          whenEmpty: { keep: null },
        },
        jornayaLeadId: {
          mailLabel: 'Jornaya lead id',
          lines: 'one',
          example: '01234567-89AB-CDEF-0123-456789ABCDEF',
          description: 'Kept as it is.',
          whenEmpty: { keep: null },
        },
      },
    },
    isTest: {
      mailLabel: 'Is test',
      lines: 'one',
      example: true,
      description:
        'True for a test: checked and kept like any other lead, marked, and not delivered to the office. Leave it out, or send false, for a real lead.',
      isKept: false,
    },
  },
} as const satisfies FormKind<z.infer<typeof leadPayloadSchema>>;

/** The answer of every call that keeps something: 201 after COMMIT. */
export const receiptSchema = z.object({
  id: z.string(),
  /** `L-7F3K9Q`: a letter for the kind, a dash, six Crockford base-32 characters. */
  reference: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});

export type Receipt = z.infer<typeof receiptSchema>;
