import type { IntakePayload, Vehicle } from 'kit/contracts/exotic-car-intake';

/** The label of each field, for its control and for the list of errors. */
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

/** The two answers to a question that the payload holds as a boolean. */
export const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

export const hints = {
  other: 'Any other profile or page you have.',
  keyFeatures: 'What a renter should know: power, seats, top speed, extras.',
  colorScheme: 'For example: black and gold, or the colors of your logo.',
  customDesignStyle: 'A style not on the list, in your own words.',
  customFeature: 'Something not on the list, in your own words.',
  renterRequirements: 'For example: minimum age, license, insurance, deposit.',
  launchDate: 'A date, or a rough idea.',
  likedWebsites: 'From rental companies or anyone else. Blank lines are left out.',
  budget: 'For the whole website.',
} as const;

export const fleetWords = {
  title: (number: number) => `Vehicle ${number}`,
  remove: (number: number) => `Remove vehicle ${number}`,
  added: (number: number) => `Vehicle ${number} added`,
  removed: (number: number) => `Vehicle ${number} removed`,
  full: (most: number) => `This form holds ${most} vehicles. Tell us about the others in the notes of the last step.`,
} as const;

export const uploadWords = {
  staysHere: 'For your own reference: files stay on this device. Have them ready for our call.',
  choose: {
    images: { one: 'Choose an image', many: 'Choose images' },
    documents: { one: 'Choose a file (.pdf, .doc, .docx)', many: 'Choose files (.pdf, .doc, .docx)' },
  },
  remove: (file: string) => `Remove ${file}`,
  refused: {
    images: (files: string) => `Not an image: ${files}. Please choose image files.`,
    documents: (files: string) => `Not accepted: ${files}. Please choose a .pdf, .doc or .docx file.`,
  },
} as const;
