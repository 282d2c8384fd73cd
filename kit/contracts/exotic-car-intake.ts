import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import { type FieldDefinitions, type FormKind, payloadOf, type ValuesOf } from './form-definition.ts';
import { limits, messages } from './text-rules.ts';

/** The specification's messages (docs/specification.md#5), word for word. */
export const intakeMessages = {
  fullName: 'Full name is required',
  businessName: 'Business name is required',
  phone: 'Valid phone number is required',
  email: 'Valid email is required',
  cityState: 'City & State is required',
  year: 'Year is required',
  make: 'Make is required',
  model: 'Model is required',
  color: 'Color is required',
  dailyRate: 'Daily rate is required',
  keyFeatures: 'Key features are required',
  budget: messages.budget,
} as const;

/** The choices of the wizard (docs/specification.md#3). */
export const intakeChoices = {
  hasHosting: ['yes', 'no', 'not-sure'],
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
  budget: ['under-1000', '1000-2500', '2500-5000', '5000-plus'],
} as const;

/** Far more than a person enters; these limits keep the body below 256 kB. */
export const intakeLimits = { vehicles: 50, likedWebsites: 20, photos: 20 } as const;

const vehicleFields = {
  year: { type: 'text', limit: limits.requiredText, message: intakeMessages.year, mailLabel: 'Year', example: '2024' },
  make: {
    type: 'text',
    limit: limits.requiredText,
    message: intakeMessages.make,
    mailLabel: 'Make',
    example: 'Lamborghini',
  },
  model: {
    type: 'text',
    limit: limits.requiredText,
    message: intakeMessages.model,
    mailLabel: 'Model',
    example: 'Huracan',
  },
  color: {
    type: 'text',
    limit: limits.requiredText,
    message: intakeMessages.color,
    mailLabel: 'Color',
    example: 'Verde Mantis',
  },
  dailyRate: {
    type: 'text',
    limit: limits.requiredText,
    message: intakeMessages.dailyRate,
    mailLabel: 'Daily rate',
    example: '$1,200',
  },
  keyFeatures: {
    type: 'text',
    lines: 'several',
    limit: limits.requiredLongText,
    message: intakeMessages.keyFeatures,
    mailLabel: 'Key features',
    example: 'V10, carbon seats',
  },
  photos: {
    type: 'texts',
    max: intakeLimits.photos,
    optional: true,
    mailLabel: 'Photos',
    example: ['huracan-front.jpg'],
    whenEmpty: 'omit',
  },
  profileImageIndex: {
    type: 'wholeNumber',
    min: 0,
    max: intakeLimits.photos,
    optional: true,
    mailLabel: 'Profile image index',
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
    fullName: {
      type: 'text',
      limit: limits.name,
      message: intakeMessages.fullName,
      mailLabel: 'Full name',
      example: 'Enzo Rossi',
    },
    businessName: {
      type: 'text',
      limit: limits.company,
      message: intakeMessages.businessName,
      mailLabel: 'Business name',
      example: 'Rossi Exotics',
    },
    phone: {
      type: 'text',
      limit: limits.phone,
      message: intakeMessages.phone,
      mailLabel: 'Phone',
      example: '(305) 555-0110',
    },
    email: { type: 'email', message: intakeMessages.email, mailLabel: 'Email', example: 'enzo@example.com' },
    cityState: {
      type: 'text',
      limit: limits.location,
      message: intakeMessages.cityState,
      mailLabel: 'City state',
      example: 'Miami, FL',
    },
    ownsDomain: { type: 'yesOrNo', mailLabel: 'Owns domain', example: true },
    domainName: { ...line, mailLabel: 'Domain name', example: 'rossi-exotics.example' },
    needsDomainHelp: { ...helpFlag, mailLabel: 'Needs domain help', example: false },
    hasHosting: {
      type: 'choice',
      choices: intakeChoices.hasHosting,
      orBlank: true,
      ...orNull,
      mailLabel: 'Has hosting',
      example: 'not-sure',
    },
    instagram: { ...line, mailLabel: 'Instagram', example: '@rossiexotics' },
    tiktok: { ...line, mailLabel: 'Tiktok', example: '@rossiexotics' },
    youtube: { ...line, mailLabel: 'Youtube', example: 'youtube.example/rossi' },
    facebook: { ...line, mailLabel: 'Facebook', example: 'facebook.example/rossi' },
    other: { ...line, mailLabel: 'Other', example: 'none' },
    vehicles: { type: 'groups', max: intakeLimits.vehicles, mailLabel: 'Vehicles', fields: vehicleFields },
    pages: { ...list, choices: intakeChoices.pages, mailLabel: 'Pages', example: ['Home', 'Our Fleet'] },
    colorScheme: { ...line, mailLabel: 'Color scheme', example: 'black and green' },
    likedWebsites: {
      type: 'texts',
      max: intakeLimits.likedWebsites,
      optional: true,
      mailLabel: 'Liked websites',
      example: ['https://fleet.example'],
      description: 'Blank ones are dropped.',
      whenEmpty: { store: [] },
    },
    designStyle: {
      ...list,
      choices: intakeChoices.designStyle,
      mailLabel: 'Design style',
      example: ['Modern / Luxury'],
    },
    customDesignStyle: { ...line, mailLabel: 'Custom design style', example: 'dark, with large photos' },
    hasContract: { type: 'yesOrNo', ...orNull, mailLabel: 'Has contract', example: false },
    needsContractHelp: { ...helpFlag, mailLabel: 'Needs contract help', example: true },
    termsConditions: { ...paragraph, mailLabel: 'Terms conditions', example: 'At least 25 years old.' },
    refundPolicy: { ...paragraph, mailLabel: 'Refund policy', example: 'Full refund up to 48 hours before.' },
    renterRequirements: { ...paragraph, mailLabel: 'Renter requirements', example: 'Valid license and insurance.' },
    features: { ...list, choices: intakeChoices.features, mailLabel: 'Features', example: ['SEO Setup'] },
    customFeature: { ...line, mailLabel: 'Custom feature', example: 'A loyalty card' },
    launchDate: { ...line, limit: limits.shortText, mailLabel: 'Launch date', example: '2027-03-01' },
    budget: {
      type: 'choice',
      choices: intakeChoices.budget,
      message: intakeMessages.budget,
      mailLabel: 'Budget',
      example: '2500-5000',
    },
    additionalNotes: { ...paragraph, mailLabel: 'Additional notes', example: 'Please call in the morning.' },
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
