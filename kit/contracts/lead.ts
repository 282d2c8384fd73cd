import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import type { FieldDefinitions, FormDefinition } from './form-definition.ts';
import { limits, messages } from './text-rules.ts';

/** The job types of the three pages that post a lead (docs/specification.md#3). */
export const jobTypes = {
  hvac: ['all', 'repair', 'install', 'commercial'],
  junkRemoval: ['garage', 'estate', 'furniture', 'all'],
  solar: ['residential', 'commercial', 'both', 'battery'],
} as const;

export type LeadIndustry = keyof typeof jobTypes;

/** The error of each page for a missing job type (docs/specification.md#5). */
export const jobTypeMessages = {
  hvac: messages.serviceType,
  junkRemoval: messages.jobType,
  solar: messages.specialty,
} as const satisfies Record<LeadIndustry, string>;

/**
 * The fields of the HVAC, junk removal and solar forms and of `POST /api/leads`; the motivated-seller form names its own. A field added
 * here is validated, stored, mailed and documented. Visitors see it after its input is in `industry-form.tsx` (mf-marketing);
 * `npm run openapi -w api` updates the committed document. The API goes first, because it refuses members that it does not know.
 */
export const contactFields = {
  name: { type: 'text', limit: limits.name, message: messages.name, example: 'Ada Lovelace' },
  company: { type: 'text', limit: limits.company, message: messages.company, example: 'Analytical Heating' },
  phone: { type: 'text', limit: limits.phone, message: messages.phone, example: '(801) 555-0142' },
  email: { type: 'email', example: 'ada@example.com' },
  location: { type: 'text', limit: limits.location, message: messages.location, example: 'Salt Lake City' },
} as const satisfies FieldDefinitions;

/** The lead form of the HVAC, junk removal and solar pages (docs/specification.md#3, #5). */
export function leadFormSchema(industry: LeadIndustry) {
  const choices = jobTypes[industry];
  const message = jobTypeMessages[industry];
  return schemaOf({ ...contactFields, jobType: { type: 'choice', choices, message, example: choices[0] } });
}

export type LeadForm = z.infer<ReturnType<typeof leadFormSchema>>;

/** The lead types of the form at /real-estate (docs/specification.md#3). */
export const sellerJobTypes = ['wholesale', 'cashbuyer', 'distressed'] as const;

/** The motivated-seller form: the lead form without a company (docs/specification.md#5). */
export const motivatedSellerForm = {
  person: { name: 'name', phone: 'phone', email: 'email', about: 'location' },
  fields: {
    name: contactFields.name,
    phone: contactFields.phone,
    email: contactFields.email,
    location: { ...contactFields.location, example: 'Houston' },
    jobType: { type: 'choice', choices: sellerJobTypes, message: messages.leadType, example: 'wholesale' },
  },
} as const satisfies FormDefinition;

export const motivatedSellerSchema = schemaOf(motivatedSellerForm.fields);

export type MotivatedSeller = z.infer<typeof motivatedSellerSchema>;

/**
 * The body of `POST /api/leads` as our forms send it (docs/specification.md#7): `services` holds the single chosen job
 * type. lead-payload.ts has the full body, which no page loads.
 */
export function toLeadPayload({ jobType, ...fields }: LeadForm) {
  return { ...fields, services: [jobType] };
}

/** The answer of every call that stores something: 201 after COMMIT. */
export interface Receipt {
  id: string;
  /** `L-7F3K9Q`: a letter for the kind, a dash and six Crockford base-32 characters. */
  reference: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}
