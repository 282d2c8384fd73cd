import {
  consultationBudgets,
  consultationForm,
  consultationIndustries,
  homeQuestionnaireForm,
  sharedConsultationForm,
} from 'kit/contracts/consultation';
import { checkoutForm, freeSampleForm } from 'kit/contracts/marketplace';
import { motivatedSellerForm, sellerJobTypes } from 'kit/contracts/motivated-seller';
import { limits, messages } from 'kit/contracts/text-rules';
import { Choice, OptionalYesOrNo } from '../validation/choices.ts';
import { Email, MultilineText, OptionalMultilineText, OptionalText, Text } from '../validation/text.ts';

const { fields: sharedConsultation } = sharedConsultationForm;
const { fields: consultation } = consultationForm;
const { fields: motivatedSeller } = motivatedSellerForm;
const { fields: questionnaire } = homeQuestionnaireForm;
const { fields: freeSample } = freeSampleForm;
const { fields: checkout } = checkoutForm;

export class SharedConsultationDto {
  @Text(limits.name, messages.name, sharedConsultation.name)
  name!: string;

  @Text(limits.company, messages.company, sharedConsultation.company)
  company!: string;

  @Email(sharedConsultation.email)
  email!: string;

  @Text(limits.phone, messages.phone, sharedConsultation.phone)
  phone!: string;

  @MultilineText(limits.message, messages.message, sharedConsultation.message)
  message!: string;
}

export class ConsultationDto extends SharedConsultationDto {
  @OptionalText(consultation.website, limits.shortText)
  website?: string | null;

  @Choice(consultationIndustries, messages.industry, consultation.industry)
  industry!: string;

  @Choice(consultationBudgets, messages.budget, consultation.budget)
  budget!: string;
}

export class MotivatedSellerDto {
  @Text(limits.name, messages.name, motivatedSeller.name)
  name!: string;

  @Text(limits.phone, messages.phone, motivatedSeller.phone)
  phone!: string;

  @Email(motivatedSeller.email)
  email!: string;

  @Text(limits.location, messages.location, motivatedSeller.location)
  location!: string;

  @Choice(sellerJobTypes, messages.leadType, motivatedSeller.jobType)
  jobType!: string;
}

/** Nothing is asked of this form: only lengths are bounded. */
export class HomeQuestionnaireDto {
  @OptionalText(questionnaire.fullName)
  fullName?: string | null;

  @OptionalText(questionnaire.email)
  email?: string | null;

  @OptionalText(questionnaire.phone)
  phone?: string | null;

  @OptionalText(questionnaire.companyName)
  companyName?: string | null;

  @OptionalText(questionnaire.industry)
  industry?: string | null;

  @OptionalText(questionnaire.monthlyAdBudget)
  monthlyAdBudget?: string | null;

  @OptionalText(questionnaire.goal)
  goal?: string | null;

  @OptionalMultilineText(questionnaire.additionalInformation, limits.longText)
  additionalInformation?: string | null;

  @OptionalYesOrNo(questionnaire.consent)
  consent?: boolean | null;
}

/** Nothing is asked of this form: only lengths are bounded. */
export class FreeSampleDto {
  @OptionalText(freeSample.fullName)
  fullName?: string | null;

  @OptionalText(freeSample.email)
  email?: string | null;

  @OptionalText(freeSample.phone)
  phone?: string | null;

  @OptionalText(freeSample.industry)
  industry?: string | null;

  @OptionalText(freeSample.cityState)
  cityState?: string | null;
}

/** Nothing is asked of this form: only lengths are bounded. */
export class CheckoutDto {
  @OptionalText(checkout.fullName)
  fullName?: string | null;

  @OptionalText(checkout.email)
  email?: string | null;

  @OptionalText(checkout.phone)
  phone?: string | null;

  @OptionalText(checkout.companyName)
  companyName?: string | null;

  @OptionalText(checkout.website)
  website?: string | null;

  @OptionalText(checkout.jobTitle)
  jobTitle?: string | null;

  @OptionalText(checkout.serviceArea)
  serviceArea?: string | null;

  @OptionalText(checkout.leadVolume)
  leadVolume?: string | null;

  @OptionalText(checkout.deliveryMethod)
  deliveryMethod?: string | null;

  @OptionalText(checkout.monthlyBudget)
  monthlyBudget?: string | null;

  @OptionalMultilineText(checkout.comments, limits.longText)
  comments?: string | null;

  @OptionalYesOrNo(checkout.terms)
  terms?: boolean | null;

  @OptionalYesOrNo(checkout.marketing)
  marketing?: boolean | null;
}
