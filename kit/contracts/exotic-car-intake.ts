import * as z from 'kit/schema';
import {
  choiceField,
  choiceListField,
  emailField,
  multilineField,
  optionalChoiceField,
  optionalMultilineField,
  optionalTextField,
  optionalYesOrNoField,
  textField,
  yesOrNoField,
} from './fields.ts';
import type { FieldsOf, FormKind } from './form-definition.ts';
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

/** More than anybody types; they keep the body within its 256 kB. */
export const intakeLimits = { vehicles: 50, likedWebsites: 20, photos: 20 } as const;

export const vehicleSchema = z.object(
  {
    year: textField(limits.requiredText, intakeMessages.year),
    make: textField(limits.requiredText, intakeMessages.make),
    model: textField(limits.requiredText, intakeMessages.model),
    color: textField(limits.requiredText, intakeMessages.color),
    dailyRate: textField(limits.requiredText, intakeMessages.dailyRate),
    keyFeatures: multilineField(limits.requiredLongText, intakeMessages.keyFeatures),
    photos: z.nullish(
      z
        .array(textField(limits.optionalText, messages.text), messages.text)
        .check(z.maxLength(intakeLimits.photos, messages.tooMany)),
    ),
    profileImageIndex: z.nullish(
      z.int(messages.number).check(z.minimum(0, messages.number), z.maximum(intakeLimits.photos, messages.number)),
    ),
  },
  messages.text,
);

export type Vehicle = z.infer<typeof vehicleSchema>;

/** The wizard's form (docs/specification.md#3, #5). The file inputs are not bound to it. */
export const intakeFormSchema = z.object({
  fullName: textField(limits.name, intakeMessages.fullName),
  businessName: textField(limits.company, intakeMessages.businessName),
  phone: textField(limits.phone, intakeMessages.phone),
  email: emailField(intakeMessages.email),
  cityState: textField(limits.location, intakeMessages.cityState),
  ownsDomain: yesOrNoField(),
  domainName: optionalTextField(),
  needsDomainHelp: optionalYesOrNoField(),
  hasHosting: optionalChoiceField(intakeChoices.hasHosting),
  instagram: optionalTextField(),
  tiktok: optionalTextField(),
  youtube: optionalTextField(),
  facebook: optionalTextField(),
  other: optionalTextField(),
  vehicles: z.array(vehicleSchema, messages.list).check(z.maxLength(intakeLimits.vehicles, messages.tooMany)),
  pages: z.nullish(choiceListField(intakeChoices.pages, messages.choice, 0)),
  colorScheme: optionalTextField(),
  likedWebsites: z.nullish(
    z
      .array(textField(limits.optionalText, messages.text), messages.text)
      .check(z.maxLength(intakeLimits.likedWebsites, messages.tooMany)),
  ),
  designStyle: z.nullish(choiceListField(intakeChoices.designStyle, messages.choice, 0)),
  customDesignStyle: optionalTextField(),
  hasContract: optionalYesOrNoField(),
  needsContractHelp: optionalYesOrNoField(),
  termsConditions: optionalMultilineField(limits.longText),
  refundPolicy: optionalMultilineField(limits.longText),
  renterRequirements: optionalMultilineField(limits.longText),
  features: z.nullish(choiceListField(intakeChoices.features, messages.choice, 0)),
  customFeature: optionalTextField(),
  launchDate: optionalTextField(limits.shortText),
  budget: choiceField(intakeChoices.budget, intakeMessages.budget),
  additionalNotes: optionalMultilineField(limits.longText),
});

export type IntakeForm = z.infer<typeof intakeFormSchema>;

const textOrNull = (value: string | null | undefined): string | null => (value ? value : null);

/**
 * The body of `POST /api/exotic-car-intake`: empty optional texts as null, empty help flags as false, blank liked
 * websites dropped (docs/specification.md#3). The API makes the same of what it gets, so it is kept in one form.
 */
export function toIntakePayload(form: IntakeForm) {
  const { fullName, businessName, phone, email, cityState, ownsDomain, vehicles, budget } = form;
  return {
    ...{ fullName, businessName, phone, email, cityState, ownsDomain },
    domainName: textOrNull(form.domainName),
    needsDomainHelp: form.needsDomainHelp ?? false,
    hasHosting: textOrNull(form.hasHosting),
    instagram: textOrNull(form.instagram),
    tiktok: textOrNull(form.tiktok),
    youtube: textOrNull(form.youtube),
    facebook: textOrNull(form.facebook),
    other: textOrNull(form.other),
    vehicles: vehicles.map(toVehiclePayload),
    pages: form.pages ?? [],
    colorScheme: textOrNull(form.colorScheme),
    likedWebsites: (form.likedWebsites ?? []).filter((website) => website.trim() !== ''),
    designStyle: form.designStyle ?? [],
    customDesignStyle: textOrNull(form.customDesignStyle),
    hasContract: form.hasContract ?? null,
    needsContractHelp: form.needsContractHelp ?? false,
    termsConditions: textOrNull(form.termsConditions),
    refundPolicy: textOrNull(form.refundPolicy),
    renterRequirements: textOrNull(form.renterRequirements),
    features: form.features ?? [],
    customFeature: textOrNull(form.customFeature),
    launchDate: textOrNull(form.launchDate),
    budget,
    additionalNotes: textOrNull(form.additionalNotes),
  };
}

function toVehiclePayload({ year, make, model, color, dailyRate, keyFeatures, photos, profileImageIndex }: Vehicle) {
  return {
    ...{ year, make, model, color, dailyRate, keyFeatures },
    ...(photos ? { photos } : {}),
    ...(typeof profileImageIndex === 'number' ? { profileImageIndex } : {}),
  };
}

export type IntakePayload = ReturnType<typeof toIntakePayload>;

const vehicleDefinitions = {
  year: { mailLabel: 'Year', lines: 'one', example: '2024' },
  make: { mailLabel: 'Make', lines: 'one', example: 'Lamborghini' },
  model: { mailLabel: 'Model', lines: 'one', example: 'Huracan' },
  color: { mailLabel: 'Color', lines: 'one', example: 'Verde Mantis' },
  dailyRate: { mailLabel: 'Daily rate', lines: 'one', example: '$1,200' },
  keyFeatures: { mailLabel: 'Key features', lines: 'several', example: 'V10, carbon seats' },
  photos: { mailLabel: 'Photos', lines: 'one', example: ['huracan-front.jpg'] },
  profileImageIndex: { mailLabel: 'Profile image index', lines: 'one', example: 0 },
} as const satisfies FieldsOf<Vehicle>;

/** What is kept where nothing was sent says {@link toIntakePayload}, for the browser too. */
export const intakeKind = {
  letter: 'X',
  mailTitle: 'Website intake',
  mailbox: 'clientAdmin',
  person: { name: 'fullName', phone: 'phone', email: 'email', about: 'cityState' },
  fields: {
    fullName: { mailLabel: 'Full name', lines: 'one', example: 'Enzo Rossi' },
    businessName: { mailLabel: 'Business name', lines: 'one', example: 'Rossi Exotics' },
    phone: { mailLabel: 'Phone', lines: 'one', example: '(305) 555-0110' },
    email: { mailLabel: 'Email', lines: 'one', example: 'enzo@example.com' },
    cityState: { mailLabel: 'City state', lines: 'one', example: 'Miami, FL' },
    ownsDomain: { mailLabel: 'Owns domain', lines: 'one', example: true },
    domainName: { mailLabel: 'Domain name', lines: 'one', example: 'rossi-exotics.example' },
    needsDomainHelp: { mailLabel: 'Needs domain help', lines: 'one', example: false },
    hasHosting: { mailLabel: 'Has hosting', lines: 'one', example: 'not-sure' },
    instagram: { mailLabel: 'Instagram', lines: 'one', example: '@rossiexotics' },
    tiktok: { mailLabel: 'Tiktok', lines: 'one', example: '@rossiexotics' },
    youtube: { mailLabel: 'Youtube', lines: 'one', example: 'youtube.example/rossi' },
    facebook: { mailLabel: 'Facebook', lines: 'one', example: 'facebook.example/rossi' },
    other: { mailLabel: 'Other', lines: 'one', example: 'none' },
    vehicles: { mailLabel: 'Vehicles', isList: true, fields: vehicleDefinitions },
    pages: { mailLabel: 'Pages', lines: 'one', example: ['Home', 'Our Fleet'] },
    colorScheme: { mailLabel: 'Color scheme', lines: 'one', example: 'black and green' },
    likedWebsites: {
      mailLabel: 'Liked websites',
      lines: 'one',
      example: ['https://fleet.example'],
      description: 'Blank ones are dropped.',
    },
    designStyle: { mailLabel: 'Design style', lines: 'one', example: ['Modern / Luxury'] },
    customDesignStyle: { mailLabel: 'Custom design style', lines: 'one', example: 'dark, with large photos' },
    hasContract: { mailLabel: 'Has contract', lines: 'one', example: false },
    needsContractHelp: { mailLabel: 'Needs contract help', lines: 'one', example: true },
    termsConditions: { mailLabel: 'Terms conditions', lines: 'several', example: 'At least 25 years old.' },
    refundPolicy: { mailLabel: 'Refund policy', lines: 'several', example: 'Full refund up to 48 hours before.' },
    renterRequirements: { mailLabel: 'Renter requirements', lines: 'several', example: 'Valid license and insurance.' },
    features: { mailLabel: 'Features', lines: 'one', example: ['SEO Setup'] },
    customFeature: { mailLabel: 'Custom feature', lines: 'one', example: 'A loyalty card' },
    launchDate: { mailLabel: 'Launch date', lines: 'one', example: '2027-03-01' },
    budget: { mailLabel: 'Budget', lines: 'one', example: '2500-5000' },
    additionalNotes: { mailLabel: 'Additional notes', lines: 'several', example: 'Please call in the morning.' },
  },
} as const satisfies FormKind<IntakeForm>;
