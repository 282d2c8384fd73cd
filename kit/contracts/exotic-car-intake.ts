import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import { choicesOf, type FieldDefinitions, type FormKind, payloadOf, type ValuesOf } from './form-definition.ts';
import { limits, messages } from './text-rules.ts';

/** The choices of the wizard (docs/specification.md#3), with labels where a value is not its own label. */
export const intakeChoices = {
  hasHosting: { yes: 'Yes', no: 'No', 'not-sure': 'Not sure' },
  pages: [
    'Home',
    'About Us',
    'Our Fleet',
    'Individual Vehicle Pages',
    'Booking Form',
    'Rental Policies',
    'Contact Page',
    'FAQ',
    'Reviews/Testimonials',
    'Loyalty Program',
    'Blog',
    'Gallery',
  ],
  designStyle: ['Modern / Luxury', 'Bold / Flashy', 'Clean & Sleek', 'VIP Concierge', 'Other'],
  features: [
    'Instagram Feed Integration',
    'WhatsApp Tap-to-Text',
    'Booking Form (inquiry only)',
    'Online Payment Integration',
    'SEO Setup',
    'Embedded Video',
    'Vehicle Image Sliders',
    'Customer Reviews',
    'Newsletter Signup',
    'Loyalty / Referral System',
    'Other',
  ],
  budget: {
    'under-1000': 'Under $1,000',
    '1000-2500': '$1,000 to $2,500',
    '2500-5000': '$2,500 to $5,000',
    '5000-plus': '$5,000 or more',
  },
} as const;

/** Far more than a person enters; these limits keep the body below 256 kB. */
export const intakeLimits = { vehicles: 50, likedWebsites: 20, photos: 20 } as const;

const vehicleFields = {
  year: { type: 'text', limit: limits.requiredText, message: 'Year is required', example: '2024' },
  make: { type: 'text', limit: limits.requiredText, message: 'Make is required', example: 'Lamborghini' },
  model: { type: 'text', limit: limits.requiredText, message: 'Model is required', example: 'Huracan' },
  color: { type: 'text', limit: limits.requiredText, message: 'Color is required', example: 'Verde Mantis' },
  dailyRate: { type: 'text', limit: limits.requiredText, message: 'Daily rate is required', example: '$1,200' },
  keyFeatures: {
    type: 'text',
    lines: 'several',
    limit: limits.requiredLongText,
    message: 'Key features are required',
    example: 'V10, carbon seats',
  },
  photos: {
    type: 'texts',
    max: intakeLimits.photos,
    optional: true,
    example: ['huracan-front.jpg'],
    whenEmpty: 'omit',
  },
  profileImageIndex: {
    type: 'wholeNumber',
    min: 0,
    max: intakeLimits.photos,
    optional: true,
    example: 0,
    whenEmpty: 'omit',
  },
} as const satisfies FieldDefinitions;

export const vehicleSchema = schemaOf(vehicleFields, messages.text);

export type Vehicle = z.infer<typeof vehicleSchema>;

const orNull = { optional: true, whenEmpty: { store: null } } as const;
const line = { type: 'text', ...orNull } as const;
const paragraph = { type: 'text', lines: 'several', limit: limits.longText, ...orNull } as const;
const list = { type: 'choices', min: 0, optional: true, whenEmpty: { store: [] } } as const;
const helpFlag = { type: 'yesOrNo', optional: true, whenEmpty: { store: false } } as const;

/** The wizard's form (docs/specification.md#3, #5). File inputs are not part of it. */
export const intakeKind = {
  letter: 'X',
  mailTitle: 'Website intake',
  mailbox: 'clientAdmin',
  person: { name: 'fullName', phone: 'phone', email: 'email', about: 'cityState' },
  fields: {
    fullName: { type: 'text', limit: limits.name, message: 'Full name is required', example: 'Enzo Rossi' },
    businessName: {
      type: 'text',
      limit: limits.company,
      message: 'Business name is required',
      example: 'Rossi Exotics',
    },
    phone: { type: 'text', limit: limits.phone, message: 'Valid phone number is required', example: '(305) 555-0110' },
    email: { type: 'email', message: 'Valid email is required', example: 'enzo@example.com' },
    cityState: { type: 'text', limit: limits.location, message: 'City & State is required', example: 'Miami, FL' },
    ownsDomain: { type: 'yesOrNo', example: true },
    domainName: { ...line, example: 'rossi-exotics.example' },
    needsDomainHelp: { ...helpFlag, example: false },
    hasHosting: {
      type: 'choice',
      choices: choicesOf(intakeChoices.hasHosting),
      orBlank: true,
      ...orNull,
      example: 'not-sure',
    },
    instagram: { ...line, example: '@rossiexotics' },
    tiktok: { ...line, example: '@rossiexotics' },
    youtube: { ...line, example: 'youtube.example/rossi' },
    facebook: { ...line, example: 'facebook.example/rossi' },
    other: { ...line, example: 'none' },
    vehicles: { type: 'groups', max: intakeLimits.vehicles, fields: vehicleFields },
    pages: { ...list, choices: intakeChoices.pages, example: ['Home', 'Our Fleet'] },
    colorScheme: { ...line, example: 'black and green' },
    likedWebsites: {
      type: 'texts',
      max: intakeLimits.likedWebsites,
      optional: true,
      example: ['https://fleet.example'],
      description: 'Blank ones are dropped.',
      whenEmpty: { store: [] },
    },
    designStyle: { ...list, choices: intakeChoices.designStyle, example: ['Modern / Luxury'] },
    customDesignStyle: { ...line, example: 'dark, with large photos' },
    hasContract: { type: 'yesOrNo', ...orNull, example: false },
    needsContractHelp: { ...helpFlag, example: true },
    termsConditions: { ...paragraph, example: 'At least 25 years old.' },
    refundPolicy: { ...paragraph, example: 'Full refund up to 48 hours before.' },
    renterRequirements: { ...paragraph, example: 'Valid license and insurance.' },
    features: { ...list, choices: intakeChoices.features, example: ['SEO Setup'] },
    customFeature: { ...line, example: 'A loyalty card' },
    launchDate: { ...line, limit: limits.shortText, example: '2027-03-01' },
    budget: {
      type: 'choice',
      choices: choicesOf(intakeChoices.budget),
      message: messages.budget,
      example: '2500-5000',
    },
    additionalNotes: { ...paragraph, example: 'Please call in the morning.' },
  },
} as const satisfies FormKind;

export const intakeFormSchema = schemaOf(intakeKind.fields);

export type IntakeForm = ValuesOf<typeof intakeKind.fields>;

export type IntakePayload = Record<keyof typeof intakeKind.fields, unknown>;

/**
 * The body of `POST /api/exotic-car-intake`: empty optional texts become null, empty help flags become false, and blank liked
 * websites are dropped (docs/specification.md#3). The API applies the same rules, so every inquiry is stored in one form.
 */
export function toIntakePayload(form: IntakeForm): Record<string, unknown> {
  const likedWebsites = form.likedWebsites?.filter((website) => website.trim() !== '');
  return payloadOf(intakeKind.fields, { ...form, likedWebsites });
}
