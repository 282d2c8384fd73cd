import type { ClassConstructor } from 'class-transformer';
import { intakeKind } from 'kit/contracts/exotic-car-intake';
import { feedbackKind } from 'kit/contracts/feedback';
import type { FieldDefinitions } from 'kit/contracts/form-definition';
import { inquiryForms, inquiryKind } from 'kit/contracts/inquiry';
import { leadKind } from 'kit/contracts/lead-payload';
import { testMember } from 'kit/contracts/submission-origin';
import { supportKind } from 'kit/contracts/support';
import { FeedbackDto, IntakeDto, LeadDto, SupportDto } from '../src/submissions/forms.controller.ts';
import { inquiryDtos } from '../src/submissions/inquiries.controller.ts';

/** A form's definition and its DTO. */
export interface HeldForm {
  fields: FieldDefinitions;
  dto: ClassConstructor<object>;
}

export const heldForms: Readonly<Record<string, HeldForm>> = {
  lead: { fields: leadKind.fields, dto: LeadDto },
  feedback: { fields: { ...feedbackKind.fields, ...testMember }, dto: FeedbackDto },
  support: { fields: { ...supportKind.fields, ...testMember }, dto: SupportDto },
  intake: { fields: { ...intakeKind.fields, ...testMember }, dto: IntakeDto },
  ...Object.fromEntries(
    inquiryForms.map((form) => [form, { fields: inquiryKind.forms[form].fields, dto: inquiryDtos[form] }]),
  ),
};
