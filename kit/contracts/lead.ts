import * as z from 'kit/schema';
import { choiceField, emailField, textField } from './fields.ts';
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

/** The lead form of the HVAC, junk removal and solar pages (docs/specification.md#3, #5). */
export function leadFormSchema(industry: LeadIndustry) {
  return z.object({ ...contactFields(), jobType: choiceField(jobTypes[industry], jobTypeMessages[industry]) });
}

/** What every lead form asks, whatever its industry. */
export function contactFields() {
  return {
    name: textField(limits.name, messages.name),
    company: textField(limits.company, messages.company),
    phone: textField(limits.phone, messages.phone),
    email: emailField(),
    location: textField(limits.location, messages.location),
  };
}

export type LeadForm = z.infer<ReturnType<typeof leadFormSchema>>;

/** The body of `POST /api/leads` as our forms send it (docs/specification.md#7): `services` holds the single chosen job type. The whole
 * of what is taken is in lead-payload.ts, which no page loads. */
export type LeadPayload = Omit<LeadForm, 'jobType'> & { services: string[] };

export function toLeadPayload({ jobType, ...fields }: LeadForm): LeadPayload {
  return { ...fields, services: [jobType] };
}

/** The answer of every call that keeps something: 201 after COMMIT. */
export const receiptSchema = z.object({
  id: z.string(),
  /** `L-7F3K9Q`: a letter for the kind, a dash, six Crockford base-32 characters. */
  reference: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
});

export type Receipt = z.infer<typeof receiptSchema>;
