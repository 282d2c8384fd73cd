import type { ClassConstructor } from 'class-transformer';
import {
  consultationForm,
  consultationSchema,
  homeQuestionnaireForm,
  homeQuestionnaireSchema,
  sharedConsultationForm,
  sharedConsultationSchema,
} from 'kit/contracts/consultation';
import { intakeFormSchema, intakeKind } from 'kit/contracts/exotic-car-intake';
import { feedbackKind, feedbackPayloadSchema } from 'kit/contracts/feedback';
import type { FieldDefinitions } from 'kit/contracts/form-definition';
import { leadKind, leadPayloadSchema } from 'kit/contracts/lead-payload';
import { checkoutForm, checkoutSchema, freeSampleForm, freeSampleSchema } from 'kit/contracts/marketplace';
import { motivatedSellerForm, motivatedSellerSchema } from 'kit/contracts/motivated-seller';
import { supportKind, supportPayloadSchema } from 'kit/contracts/support';
import { testMember, testMemberRules } from 'kit/contracts/test-member';
import * as z from 'zod/mini';
import { FeedbackDto } from '../src/feedback/feedback.dto.ts';
import {
  CheckoutDto,
  ConsultationDto,
  FreeSampleDto,
  HomeQuestionnaireDto,
  MotivatedSellerDto,
  SharedConsultationDto,
} from '../src/inquiries/inquiry-fields.dto.ts';
import { IntakeDto, VehicleDto } from '../src/intake/intake.dto.ts';
import { LeadCertificatesDto, LeadDto } from '../src/leads/lead.dto.ts';
import { SupportDto } from '../src/support/support.dto.ts';

/** A form as its three places have it: the browser's rules, the definition, the server's rules. */
export interface HeldForm {
  schema: z.ZodMiniObject;
  fields: FieldDefinitions;
  dto: ClassConstructor<object>;
  /** The DTOs of the groups within it. */
  groups?: Record<string, ClassConstructor<object>>;
}

/** Each call takes `isTest` beside its form. */
function withTest<Fields extends FieldDefinitions>(form: z.ZodMiniObject, fields: Fields) {
  return { schema: z.extend(form, testMemberRules), fields: { ...fields, ...testMember } };
}

export const heldForms = {
  lead: {
    schema: leadPayloadSchema,
    fields: leadKind.fields,
    dto: LeadDto,
    groups: { certificates: LeadCertificatesDto },
  },
  feedback: { ...withTest(feedbackPayloadSchema, feedbackKind.fields), dto: FeedbackDto },
  support: { ...withTest(supportPayloadSchema, supportKind.fields), dto: SupportDto },
  intake: { ...withTest(intakeFormSchema, intakeKind.fields), dto: IntakeDto, groups: { vehicles: VehicleDto } },
  consultation: { schema: consultationSchema, fields: consultationForm.fields, dto: ConsultationDto },
  'industry-consultation': {
    schema: sharedConsultationSchema,
    fields: sharedConsultationForm.fields,
    dto: SharedConsultationDto,
  },
  'motivated-seller': { schema: motivatedSellerSchema, fields: motivatedSellerForm.fields, dto: MotivatedSellerDto },
  'home-questionnaire': {
    schema: homeQuestionnaireSchema,
    fields: homeQuestionnaireForm.fields,
    dto: HomeQuestionnaireDto,
  },
  'free-sample': { schema: freeSampleSchema, fields: freeSampleForm.fields, dto: FreeSampleDto },
  checkout: { schema: checkoutSchema, fields: checkoutForm.fields, dto: CheckoutDto },
} as const satisfies Record<string, HeldForm>;
