import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { ClassConstructor } from 'class-transformer';
import fc from 'fast-check';
import { consultationSchema, homeQuestionnaireSchema, sharedConsultationSchema } from 'kit/contracts/consultation';
import { intakeChoices, intakeFormSchema } from 'kit/contracts/exotic-car-intake';
import { feedbackChoices, feedbackPayloadSchema } from 'kit/contracts/feedback';
import { inquiryForms, inquiryMessages, inquirySchema } from 'kit/contracts/inquiry';
import { jobTypes, leadFormSchema, leadPayloadSchema, toLeadPayload } from 'kit/contracts/lead';
import { checkoutSchema, freeSampleSchema } from 'kit/contracts/marketplace';
import { motivatedSellerSchema } from 'kit/contracts/motivated-seller';
import { requestTypes, supportPayloadSchema } from 'kit/contracts/support';
import type * as z from 'zod/mini';
import { formsAround } from '../../testing/arbitrary-forms.ts';
import { verdictOfDto, verdictOfSchema } from '../../testing/same-verdict.ts';
import { FeedbackDto } from '../feedback/feedback.dto.ts';
import { InquiryDto } from '../inquiries/inquiry.dto.ts';
import {
  CheckoutDto,
  ConsultationDto,
  FreeSampleDto,
  HomeQuestionnaireDto,
  MotivatedSellerDto,
  SharedConsultationDto,
} from '../inquiries/inquiry-fields.dto.ts';
import { IntakeDto } from '../intake/intake.dto.ts';
import { LeadDto } from '../leads/lead.dto.ts';
import { SupportDto } from '../support/support.dto.ts';

const person = { name: 'Ada Lovelace', phone: '(801) 555-0142', email: 'ada@example.com', location: 'Salt Lake City' };
const company = { company: 'Analytical Heating' };
const consultation = { ...person, ...company, message: 'Thirty leads a month.' };
const loose = { fullName: 'Ada', email: 'ada', phone: '1' };

const lead = {
  ...person,
  ...company,
  services: ['repair'],
  source: 'partner',
  certificates: { trustedFormCertUrl: 'https://cert.example/1', jornayaLeadId: null },
  isTest: false,
};

const feedback = {
  clientName: 'Grace',
  clientEmail: 'grace@example.com',
  businessName: 'Dental',
  agentSatisfaction: 5,
  feedbackText: 'Good',
  wantsQuote: true,
  businessType: 'retail',
  expectedVolume: 'low',
  specialRequirements: '',
  budget: 'discuss',
  timeline: 'asap',
  agentId: 'id',
};

const support = {
  clientName: 'Grace',
  clientEmail: 'grace@example.com',
  subject: 'Opening hours',
  message: 'We open on Saturdays now.',
  requestType: 'question',
  agentName: 'demo-agent',
  agentCode: 'DEMO-ACTIVE',
};

const vehicle = {
  year: '2024',
  make: 'Lamborghini',
  model: 'Huracan',
  color: 'Green',
  dailyRate: '$1,200',
  keyFeatures: 'V10',
  photos: ['a.jpg'],
  profileImageIndex: 0,
};

const intake = {
  fullName: 'Enzo Rossi',
  businessName: 'Rossi Exotics',
  phone: '(305) 555-0110',
  email: 'enzo@example.com',
  cityState: 'Miami, FL',
  ownsDomain: true,
  domainName: 'rossi.example',
  needsDomainHelp: false,
  hasHosting: 'no',
  instagram: '',
  tiktok: null,
  youtube: '',
  facebook: '',
  other: '',
  vehicles: [vehicle],
  pages: ['Home'],
  colorScheme: '',
  likedWebsites: ['https://a.example', ''],
  designStyle: ['Other'],
  customDesignStyle: '',
  hasContract: false,
  needsContractHelp: true,
  termsConditions: '',
  refundPolicy: '',
  renterRequirements: '',
  features: ['SEO Setup'],
  customFeature: '',
  launchDate: '',
  budget: 'under-1000',
  additionalNotes: '',
};

const checkout = {
  ...loose,
  companyName: 'A',
  website: '',
  jobTitle: '',
  serviceArea: '',
  leadVolume: 'low',
  deliveryMethod: 'email',
  monthlyBudget: 'medium',
  comments: '',
  terms: true,
  marketing: false,
};

const questionnaire = {
  ...loose,
  companyName: '',
  industry: 'legal',
  monthlyAdBudget: '25000+',
  goal: 'automate',
  additionalInformation: '',
  consent: true,
};

const intakeForms = fc
  .tuple(
    formsAround(intake, Object.values(intakeChoices), 90),
    fc.array(formsAround(vehicle), { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([form, vehicles, replaced]) => (replaced ? { ...form, vehicles } : form));

const inquiryFields = fc.oneof(formsAround(consultation), formsAround(checkout), formsAround(questionnaire));
const inquiryEnvelopes = fc
  .tuple(formsAround({ form: 'consultation', about: 'Roofing', fields: {} }, inquiryForms), inquiryFields, fc.boolean())
  .map(([form, fields, replaced]) => (replaced ? { ...form, fields } : form));

const kinds: [string, z.core.$ZodType, ClassConstructor<object>, fc.Arbitrary<object>][] = [
  ['lead', leadPayloadSchema, LeadDto, formsAround(lead, Object.values(jobTypes))],
  ['feedback', feedbackPayloadSchema, FeedbackDto, formsAround(feedback, Object.values(feedbackChoices).flat())],
  ['support message', supportPayloadSchema, SupportDto, formsAround(support, requestTypes)],
  ['intake', intakeFormSchema, IntakeDto, intakeForms],
  ['inquiry', inquirySchema, InquiryDto, inquiryEnvelopes],
  [
    'consultation',
    consultationSchema,
    ConsultationDto,
    formsAround({ ...consultation, website: '', industry: 'solar', budget: '5k-10k' }),
  ],
  ['industry consultation', sharedConsultationSchema, SharedConsultationDto, formsAround(consultation)],
  ['motivated seller', motivatedSellerSchema, MotivatedSellerDto, formsAround({ ...person, jobType: 'wholesale' })],
  ['home questionnaire', homeQuestionnaireSchema, HomeQuestionnaireDto, formsAround(questionnaire)],
  ['free sample', freeSampleSchema, FreeSampleDto, formsAround({ ...loose, industry: 'hvac', cityState: 'Provo' })],
  ['checkout', checkoutSchema, CheckoutDto, formsAround(checkout)],
];

/** Zod looks no further when it does not know the form of an inquiry. */
function shown(verdict: string[]): string[] {
  const unknownForm = verdict.filter((line) => line === `form: ${inquiryMessages.form}`);
  return unknownForm.length > 0 ? unknownForm : verdict;
}

describe('the rules of browser and server', () => {
  it.each(kinds)(
    'give the same verdict and the same words on 10,000 forms of the kind %s',
    (_kind, schema, dto, forms) => {
      const verdicts = { valid: 0, invalid: 0 };
      fc.assert(
        fc.property(forms, (form) => {
          const expected = verdictOfSchema(schema, form);
          verdicts[expected.length === 0 ? 'valid' : 'invalid']++;
          const given = shown(verdictOfDto(dto, form));
          // Jest's own comparison is slower than both verdicts together.
          if (!isDeepStrictEqual(given, expected)) expect(given).toEqual(expected);
        }),
        { numRuns: 10_000 },
      );
      expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(100);
    },
  );

  it('let every form that a lead page accepts through to the server', () => {
    for (const industry of ['hvac', 'junkRemoval', 'solar'] as const) {
      for (const jobType of jobTypes[industry]) {
        const form = leadFormSchema(industry).parse({ ...person, ...company, jobType });
        expect(verdictOfDto(LeadDto, toLeadPayload(form))).toEqual([]);
      }
    }
  });
});
