import * as z from 'kit/schema';
import { choiceField, choiceListField, emailField, optionalTextField, textField, yesOrNoField } from './fields.ts';
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
  return z.object({
    name: textField(limits.name, messages.name),
    company: textField(limits.company, messages.company),
    phone: textField(limits.phone, messages.phone),
    email: emailField(),
    location: textField(limits.location, messages.location),
    jobType: choiceField(jobTypes[industry], jobTypeMessages[industry]),
  });
}

export type LeadForm = z.infer<ReturnType<typeof leadFormSchema>>;

/** The body of `POST /api/leads` (docs/specification.md#7): `services` holds the single chosen job type. */
export type LeadPayload = Omit<LeadForm, 'jobType'> & { services: string[] };

export function toLeadPayload({ jobType, ...fields }: LeadForm): LeadPayload {
  return { ...fields, services: [jobType] };
}

/** What partners may add to a lead: stored, never fetched. A test is kept and marked, and not delivered. */
export const partnerFieldsSchema = z.object({
  source: optionalTextField(limits.shortText),
  certificates: z.nullish(
    z.object({ trustedFormCertUrl: optionalTextField(), jornayaLeadId: optionalTextField() }, messages.text),
  ),
  isTest: z.nullish(yesOrNoField()),
});

/** The whole body that `POST /api/leads` takes; our own forms send {@link LeadPayload}. */
export const leadPayloadSchema = z.extend(partnerFieldsSchema, {
  name: textField(limits.name, messages.name),
  company: textField(limits.company, messages.company),
  phone: textField(limits.phone, messages.phone),
  email: emailField(),
  location: textField(limits.location, messages.location),
  services: choiceListField(leadServices, messages.serviceType, 1),
});

/** The answer of every call that keeps something: 201 after COMMIT. */
export const receiptSchema = z.object({
  id: z.string(),
  /** `L-7F3K9Q`: a letter for the kind, a dash, six Crockford base-32 characters. */
  reference: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});

export type Receipt = z.infer<typeof receiptSchema>;
