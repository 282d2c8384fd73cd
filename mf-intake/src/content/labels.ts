import type { IntakePayload, intakeChoices, Vehicle } from 'kit/contracts/exotic-car-intake';

/** The name of each field, as its control and the list of errors say it. */
export const fieldLabels = {
  fullName: 'Full name',
  businessName: 'Business name',
  phone: 'Phone',
  email: 'Email',
  cityState: 'City & State',
  ownsDomain: 'Do you own a domain?',
  domainName: 'Domain name',
  needsDomainHelp: 'I need help getting a domain',
  hasHosting: 'Do you have hosting?',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  facebook: 'Facebook',
  other: 'Other',
  vehicles: 'Vehicles',
  pages: 'Pages',
  colorScheme: 'Color scheme',
  likedWebsites: 'Liked website',
  designStyle: 'Design style',
  customDesignStyle: 'Custom design style',
  hasContract: 'Do you have a rental contract?',
  needsContractHelp: 'I need help or a contract template',
  termsConditions: 'Terms & conditions',
  refundPolicy: 'Refund policy',
  renterRequirements: 'Renter requirements',
  features: 'Features',
  customFeature: 'Custom feature',
  launchDate: 'Launch date',
  budget: 'Budget',
  additionalNotes: 'Additional notes',
} as const satisfies Record<keyof IntakePayload, string>;

export const vehicleLabels = {
  year: 'Year',
  make: 'Make',
  model: 'Model',
  color: 'Color',
  dailyRate: 'Daily rate',
  keyFeatures: 'Key features',
} as const satisfies Partial<Record<keyof Vehicle, string>>;

/** Labels of the choices whose values are not words. */
export const choiceLabels = {
  hasHosting: { yes: 'Yes', no: 'No', 'not-sure': 'Not sure' },
  budget: {
    'under-1000': 'Under $1,000',
    '1000-2500': '$1,000 to $2,500',
    '2500-5000': '$2,500 to $5,000',
    '5000-plus': '$5,000 and more',
  },
} as const satisfies {
  [Field in 'hasHosting' | 'budget']: Record<(typeof intakeChoices)[Field][number], string>;
};
