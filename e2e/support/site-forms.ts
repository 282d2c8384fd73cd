import { expect, type Locator, type Page } from '@playwright/test';

/** One form of the site: its place, its fields and its messages. */
export interface SiteForm {
  name: string;
  path: string;
  /** Opens the form if the page does not show it immediately. */
  open?: (page: Page) => Promise<void>;
  /** The form, or the dialog that contains it. */
  scope: (page: Page) => Locator;
  /** Text fields by label. `{email}` makes each submission unique. */
  fields: Readonly<Record<string, string>>;
  choices?: Readonly<Record<string, string>>;
  submit: string;
  /** The message for an accepted form. */
  thanks: string | RegExp;
  /** The message if the server does not answer. */
  unreachable: string | RegExp;
}

const tryAgain = 'Failed to submit your information. Please try again.';
const person = { Name: 'Ada Hope', Phone: '(801) 555-0142', Email: '{email}' };
const company = { ...person, Company: 'Hope Heating' };
const main = (page: Page) => page.getByRole('main');
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

const leadForm = { scope: main, thanks: 'Success!', unreachable: tryAgain };

async function enterPortal(page: Page) {
  await page.getByRole('textbox', { name: 'Agent Code' }).fill('demo-active');
  await page.getByRole('button', { name: 'Access My Agent' }).click();
  await page.getByRole('button', { name: 'Contact Support' }).click();
}

/**
 * All forms that the office gets if the site configuration also delivers local forms, one of each kind: those of /solar and
 * /junk-removal are the component of /hvac with other words.
 */
export const siteForms: readonly SiteForm[] = [
  {
    ...leadForm,
    name: 'the lead form of /hvac',
    path: '/hvac',
    fields: { ...company, Location: 'Provo, Utah' },
    choices: { 'Service Type': 'repair' },
    submit: 'Get HVAC leads',
  },
  {
    ...leadForm,
    name: 'the motivated-seller form',
    path: '/real-estate',
    fields: { ...person, Location: 'Houston' },
    choices: { 'Lead Type': 'distressed' },
    submit: 'Get your free leads',
  },
  {
    name: 'the consultation form',
    path: '/consultation',
    scope: main,
    fields: { ...company, Message: 'More roofs in Provo, please.' },
    choices: { Industry: 'solar', Budget: '5k-10k' },
    submit: 'Book a consultation',
    thanks: 'Consultation Request Submitted',
    unreachable: tryAgain,
  },
  {
    name: 'the consultation form that industry pages share',
    path: '/roofing',
    scope: main,
    fields: { ...company, Message: 'More roofs in Provo, please.' },
    submit: 'Book a consultation',
    thanks: 'Consultation Request Submitted',
    unreachable: tryAgain,
  },
  {
    name: 'the questionnaire of the home page',
    path: '/',
    scope: main,
    fields: { 'Full Name': 'Ada Hope', 'Email Address': '{email}', 'Additional Information': 'Twice as many calls.' },
    submit: 'Continue with these answers',
    thanks: 'We have it',
    unreachable: tryAgain,
  },
  {
    name: 'the request for a free sample',
    path: '/leads',
    open: press('Request Free Sample'),
    scope: dialog('Request Free Lead Sample'),
    fields: { 'Full Name': 'Ada Hope', Email: '{email}', 'City/State': 'Provo, Utah' },
    submit: 'Submit Request',
    thanks: 'Thank you for requesting a free sample! We will contact you shortly.',
    unreachable: tryAgain,
  },
  {
    name: 'the checkout',
    path: '/leads',
    open: press('Buy Now'),
    scope: dialog('Tell Us About Your Business'),
    fields: { 'Company Name': 'Hope Heating', 'Full Name': 'Ada Hope', Email: '{email}', Comments: 'Soon, please.' },
    submit: 'Become a Client',
    thanks: 'Thank you for your purchase! You will receive an email with your leads shortly.',
    unreachable: tryAgain,
  },
  {
    name: 'the support form of the portal',
    path: '/my-agent',
    open: enterPortal,
    scope: dialog('Contact Support'),
    fields: { Name: 'Ada Hope', Email: '{email}', Subject: 'Opening hours', Message: 'Please change the hours.' },
    submit: 'Send Message',
    thanks: "Your message has been sent! We'll get back to you within 24 hours.",
    unreachable: /try again or email us directly at \S+@\S+/,
  },
  {
    name: 'the feedback on an agent',
    path: '/agents/demo-agent',
    open: press('Get Custom Quote'),
    scope: dialog('Get Custom Quote'),
    fields: { Name: 'Ada Hope', Email: '{email}', 'Business Name': 'Hope Heating', Feedback: 'It knew our prices.' },
    submit: 'Submit',
    thanks: "Thank you for your feedback! We'll be in touch soon with your quote.",
    unreachable: 'There was an error submitting your feedback. Please try again.',
  },
];

/** The form of {@link siteForms} on a page that has only one. */
export function siteFormOf(path: string): SiteForm {
  const form = siteForms.find((candidate) => candidate.path === path);
  if (!form) throw new Error(`No form of siteForms is on ${path}.`);
  return form;
}

/** The form of {@link siteForms} of a name, on a page with several. */
export function siteFormNamed(name: string): SiteForm {
  const form = siteForms.find((candidate) => candidate.name === name);
  if (!form) throw new Error(`No form of siteForms is ${name}.`);
  return form;
}

/** Creates a unique mail address for one submission. */
export const newEmail = () => `ada.${crypto.randomUUID()}@hope.example`;

/** A query for the stored forms of one address. */
export const submissionsOfAddress = `select kind from submissions where payload::text like '%' || $1 || '%'`;

const textField = (form: Locator, label: string) => form.getByRole('textbox', { name: label, exact: true });

/** Fills in the first half, the second half or all of a form. */
export async function fillForm(page: Page, form: SiteForm, email: string, part?: 'first' | 'second'): Promise<void> {
  const scope = form.scope(page);
  const fields = Object.entries(form.fields);
  const middle = Math.ceil(fields.length / 2);
  const chosen = { first: fields.slice(0, middle), second: fields.slice(middle), all: fields }[part ?? 'all'];
  for (const [label, text] of chosen) await textField(scope, label).fill(text.replace('{email}', email));
  if (part === 'first') return;
  for (const [label, value] of Object.entries(form.choices ?? {})) await scope.getByLabel(label).selectOption(value);
}

/** Checks that the form still holds everything that {@link fillForm} typed. */
export async function expectFilled(page: Page, form: SiteForm, email: string): Promise<void> {
  const scope = form.scope(page);
  for (const [label, text] of Object.entries(form.fields)) {
    await expect(textField(scope, label)).toHaveValue(text.replace('{email}', email));
  }
  for (const [label, value] of Object.entries(form.choices ?? {})) {
    await expect(scope.getByLabel(label)).toHaveValue(value);
  }
}

export async function sendForm(page: Page, form: SiteForm): Promise<void> {
  await form.scope(page).getByRole('button', { name: form.submit }).click();
}

/** Checks the message for the visitor in a toast, an alert or the form. An alert in front of the form is closed. */
export async function expectTold(page: Page, message: string | RegExp): Promise<void> {
  await expect(page.getByText(message)).toBeVisible();
  const alert = page.getByRole('alertdialog');
  if (await alert.isVisible()) await alert.getByRole('button', { name: 'OK' }).click();
}

type Query = (sql: string, values?: unknown[]) => Promise<unknown[]>;

/** Checks that a form that was sent is accepted, and stored once. */
export async function expectArrival(page: Page, form: SiteForm, email: string, query: Query): Promise<void> {
  await expectTold(page, form.thanks);
  expect(await query(submissionsOfAddress, [email])).toHaveLength(1);
}
