import { consultationBudgets, consultationIndustries } from 'kit/contracts/consultation';
import { sellerJobTypes } from 'kit/contracts/motivated-seller';
import { limits, messages } from 'kit/contracts/text-rules';
import { Choice, OptionalYesOrNo } from '../validation/choices.ts';
import { Email, MultilineText, OptionalMultilineText, OptionalText, Text } from '../validation/text.ts';

export class SharedConsultationDto {
  @Text(limits.name, messages.name, { example: 'Ada Lovelace' })
  name!: string;

  @Text(limits.company, messages.company, { example: 'Analytical Roofing' })
  company!: string;

  @Email({ example: 'ada@example.com' })
  email!: string;

  @Text(limits.phone, messages.phone, { example: '(801) 555-0142' })
  phone!: string;

  @MultilineText(limits.message, messages.message, { example: 'We want thirty leads a month.' })
  message!: string;
}

export class ConsultationDto extends SharedConsultationDto {
  @OptionalText({ example: 'https://roofing.example' }, limits.shortText)
  website?: string | null;

  @Choice(consultationIndustries, messages.industry, { example: 'roofing' })
  industry!: string;

  @Choice(consultationBudgets, messages.budget, { example: '5k-10k' })
  budget!: string;
}

export class MotivatedSellerDto {
  @Text(limits.name, messages.name, { example: 'Ada Lovelace' })
  name!: string;

  @Text(limits.phone, messages.phone, { example: '(801) 555-0142' })
  phone!: string;

  @Email({ example: 'ada@example.com' })
  email!: string;

  @Text(limits.location, messages.location, { example: 'Houston' })
  location!: string;

  @Choice(sellerJobTypes, messages.leadType, { example: 'wholesale' })
  jobType!: string;
}

/** Nothing is asked of this form: only lengths are bounded. */
export class HomeQuestionnaireDto {
  @OptionalText({ example: 'Ada Lovelace' })
  fullName?: string | null;

  @OptionalText({ example: 'ada@example.com' })
  email?: string | null;

  @OptionalText({ example: '(801) 555-0142' })
  phone?: string | null;

  @OptionalText({ example: 'Analytical Legal' })
  companyName?: string | null;

  @OptionalText({ example: 'legal' })
  industry?: string | null;

  @OptionalText({ example: '5000-10000' })
  monthlyAdBudget?: string | null;

  @OptionalText({ example: 'increase-leads' })
  goal?: string | null;

  @OptionalMultilineText({ example: 'Two offices.' }, limits.longText)
  additionalInformation?: string | null;

  @OptionalYesOrNo({ example: true })
  consent?: boolean | null;
}

/** Nothing is asked of this form: only lengths are bounded. */
export class FreeSampleDto {
  @OptionalText({ example: 'Ada Lovelace' })
  fullName?: string | null;

  @OptionalText({ example: 'ada@example.com' })
  email?: string | null;

  @OptionalText({ example: '(801) 555-0142' })
  phone?: string | null;

  @OptionalText({ example: 'roofing' })
  industry?: string | null;

  @OptionalText({ example: 'Provo, UT' })
  cityState?: string | null;
}

/** Nothing is asked of this form: only lengths are bounded. */
export class CheckoutDto {
  @OptionalText({ example: 'Ada Lovelace' })
  fullName?: string | null;

  @OptionalText({ example: 'ada@example.com' })
  email?: string | null;

  @OptionalText({ example: '(801) 555-0142' })
  phone?: string | null;

  @OptionalText({ example: 'Analytical Roofing' })
  companyName?: string | null;

  @OptionalText({ example: 'https://roofing.example' })
  website?: string | null;

  @OptionalText({ example: 'Owner' })
  jobTitle?: string | null;

  @OptionalText({ example: 'Utah County' })
  serviceArea?: string | null;

  @OptionalText({ example: 'low' })
  leadVolume?: string | null;

  @OptionalText({ example: 'email' })
  deliveryMethod?: string | null;

  @OptionalText({ example: 'medium' })
  monthlyBudget?: string | null;

  @OptionalMultilineText({ example: 'Please start next week.' }, limits.longText)
  comments?: string | null;

  @OptionalYesOrNo({ example: true })
  terms?: boolean | null;

  @OptionalYesOrNo({ example: false })
  marketing?: boolean | null;
}
