import type { InquiryForm } from 'kit/contracts/inquiry';

/** How a visitor fills one of the forms that the specification keeps local. */
interface InquiryJourney {
  form: InquiryForm;
  path: string;
  /** The button that opens its dialog. */
  open?: string;
  /** Label -> what is typed. */
  fields: Record<string, string>;
  /** Label -> value of the option that is chosen. */
  choices?: Record<string, string>;
  submit: string;
  /** What the visitor reads afterwards. */
  said: string;
}

const person = { Name: 'Ada Hope', Email: 'ada@hope.example', Phone: '(801) 555-0142' };
export const inquiryForms: readonly InquiryJourney[] = [
  {
    form: 'consultation',
    path: '/consultation',
    fields: { ...person, Company: 'Hope Solar', Message: 'More roofs in Provo, please.' },
    choices: { Industry: 'solar', Budget: '5k-10k' },
    submit: 'Request a consultation',
    said: 'Consultation Request Submitted',
  },
  {
    form: 'industry-consultation',
    path: '/healthcare',
    fields: { ...person, Company: 'Hope Clinic', Message: 'Two new doctors from March.' },
    submit: 'Request a consultation',
    said: 'healthcare lead needs',
  },
  {
    form: 'motivated-seller',
    path: '/real-estate',
    fields: { ...person, Location: 'Houston' },
    choices: { 'Lead Type': 'distressed' },
    submit: 'Get my 2 free leads',
    said: 'Success!',
  },
  {
    form: 'home-questionnaire',
    path: '/',
    fields: { 'Full Name': 'Ada Hope', 'Email Address': 'ada@hope.example' },
    submit: 'Request my consultation',
    said: 'Thank you, we have your answers',
  },
  {
    form: 'free-sample',
    path: '/leads',
    open: 'Request Free Sample',
    fields: { 'Full Name': 'Ada Hope', Email: 'ada@hope.example' },
    submit: 'Submit Request',
    said: 'Thank you for requesting a free sample! We will contact you shortly.',
  },
  {
    form: 'checkout',
    path: '/leads',
    open: 'Buy Now',
    fields: { 'Company Name': 'Hope Roofing', 'Full Name': 'Ada Hope', Email: 'ada@hope.example' },
    submit: 'Become a Client',
    said: 'Thank you for your purchase! You will receive an email with your leads shortly.',
  },
];
