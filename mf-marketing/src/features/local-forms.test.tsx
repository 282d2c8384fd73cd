import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { consultationIndustries } from 'kit/contracts/consultation';
import { messages } from 'kit/contracts/text-rules';
import { type FakeRoutes, findViolations, renderWithKit, startFakeApi } from 'kit/testing';
import { currentToasts, dismissToast } from 'kit/toast/store';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { realEstate } from '../content/industries/real-estate.ts';
import { ConsultationForm } from '../pages/consultation-page.tsx';
import { IndustryConsultationForm, SellerForm } from './industry-form.tsx';
import { QuestionnaireForm } from './questionnaire-form.tsx';

let api: Awaited<ReturnType<typeof startFakeApi>> | undefined;
const log = console.log;

afterEach(async () => {
  act(() => {
    for (const { id } of currentToasts()) dismissToast(id);
  });
  console.log = log;
  sessionStorage.clear();
  await api?.close();
  api = undefined;
});

interface Options {
  deliverLocalForms?: boolean;
  routes?: FakeRoutes;
}

/** Renders a form with a server that records every call. Fields that a test does not fill in stay empty. */
async function open(form: ReactNode, { deliverLocalForms = false, routes = {} }: Options = {}) {
  api = await startFakeApi(routes);
  const { user } = renderWithKit(form, { site: { deliverLocalForms } });
  return {
    calls: api.calls,
    user,
    submit: () => user.click(screen.getByRole('button', { name: /^(Get|Book|Continue|Send)/ })),
    async fill(fields: Record<string, string>) {
      for (const [label, value] of Object.entries(fields)) {
        const control = screen.getByLabelText(label);
        if (control instanceof HTMLSelectElement) await user.selectOptions(control, value);
        else await user.type(control, value);
      }
    },
  };
}

const errorsShown = () => [...document.querySelectorAll('[data-part=error]')].map((error) => error.textContent);
const accepted: FakeRoutes = { 'POST /api/inquiries': { status: 201, body: {} } };

const person = { Name: 'Ada Hope', Email: 'ada@hope.example', Phone: '(801) 555-0142' };
const { name, company, email, phone, location, industry, budget, message, leadType } = messages;

const { jobTypeLabel, jobTypes, submitLabel } = realEstate.form;
const sellerForm = <SellerForm jobTypeLabel={jobTypeLabel} jobTypes={jobTypes} submitLabel={submitLabel} />;
const industryForm = <IndustryConsultationForm industryName="roofing" submitLabel="Book a consultation" />;
/** The two pages between which answers are carried. */
const HomeAndConsultation = () => (useLocation().pathname === '/' ? <QuestionnaireForm /> : consultationForm);
const consultationForm = <ConsultationForm submitLabel="Book a consultation" />;

// These come first, because a notification keeps the notification area busy in all later tests.
describe('the rules', () => {
  it('of the motivated seller are named, and it asks for no company', async () => {
    const { submit } = await open(sellerForm);
    await submit();
    await waitFor(() => expect(errorsShown()).toEqual([name, phone, email, location, leadType]));
    expect(screen.queryByLabelText('Company')).toBeNull();
    expect(await findViolations()).toEqual([]);
  });

  it('of the industry pages are named', async () => {
    const { submit } = await open(industryForm);
    await submit();
    await waitFor(() => expect(errorsShown()).toEqual([name, company, email, phone, message]));
    expect(await findViolations()).toEqual([]);
  });

  it('of /consultation are named; the website is optional', async () => {
    const { submit } = await open(consultationForm);
    await submit();
    await waitFor(() => expect(errorsShown()).toEqual([name, company, email, phone, industry, budget, message]));
    expect(screen.getByLabelText(/^Website/)).not.toBeRequired();
    expect(await findViolations()).toEqual([]);
  });

  it('of /consultation offer the industries and budgets of the specification', async () => {
    await open(consultationForm);
    const values = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map((option) => option.value).filter(Boolean);
    expect(values('Industry')).toEqual(Object.keys(consultationIndustries));
    expect(values('Budget')).toEqual(['under-5k', '5k-10k', '10k-20k', '20k-50k', 'over-50k']);
  });
});

describe('the questionnaire of the home page', () => {
  const labels = [
    'Full Name',
    'Email Address',
    'Phone Number',
    'Company Name',
    'Industry',
    'Monthly Ad Budget',
    'Lead generation goal',
    'Additional Information',
    'I agree to be contacted about my lead generation needs',
  ];

  it('has the fields of the specification and no rule', async () => {
    const { submit, calls } = await open(<QuestionnaireForm />);
    for (const label of labels) expect(screen.getByLabelText(label)).not.toBeRequired();
    await submit();
    expect(errorsShown()).toEqual([]);
    expect(calls).toEqual([]);
    expect(await findViolations()).toEqual([]);
  });

  it('carries its answers to the consultation form', async () => {
    const { fill, submit, calls } = await open(<HomeAndConsultation />);
    await fill({ 'Full Name': 'Ada Hope', Industry: 'legal', 'Monthly Ad Budget': '10000-25000' });
    await fill({ 'Lead generation goal': 'improve-quality', 'Additional Information': 'Two offices.' });
    await submit();
    expect(await screen.findByLabelText('Name')).toHaveValue('Ada Hope');
    expect(screen.getByLabelText('Industry')).toHaveValue('legal');
    // No budget of that form is this range.
    expect(screen.getByLabelText('Budget')).toHaveValue('');
    expect(screen.getByLabelText('Message')).toHaveValue(
      'Get better leads. Monthly ad budget: $10,000 - $25,000. Two offices.',
    );
    expect(calls).toEqual([]);
  });

  it('carries a budget that the consultation form has, too', async () => {
    const { fill, submit } = await open(<HomeAndConsultation />);
    await fill({ 'Monthly Ad Budget': '5000-10000' });
    await submit();
    expect(await screen.findByLabelText('Budget')).toHaveValue('5k-10k');
  });

  it('sends the answers where local forms are delivered, and says so', async () => {
    const { user, fill, submit, calls } = await open(<QuestionnaireForm />, {
      deliverLocalForms: true,
      routes: accepted,
    });
    await fill({ 'Full Name': 'Ada Hope', Industry: 'legal', 'Lead generation goal': 'automate' });
    await user.click(screen.getByRole('checkbox'));
    await submit();
    expect(await screen.findByText('We have it')).toBeVisible();
    expect(screen.getByLabelText('Full Name')).toHaveValue('');
    expect(calls.map(({ body }) => body)).toMatchObject([
      {
        form: 'home-questionnaire',
        fields: { fullName: 'Ada Hope', industry: 'legal', goal: 'automate', consent: true },
      },
    ]);
  });
});

describe('the consent line', () => {
  const line = /^By sending this form you agree that Testfield may call, text or email you/;
  it.each([
    ['questionnaire', <QuestionnaireForm key="form" />],
    ['industry form', industryForm],
    ['consultation form', consultationForm],
  ])('stands below the %s', (_, form) => {
    renderWithKit(form, { site: { deliverLocalForms: false } });
    expect(screen.getByText(line)).toBeVisible();
  });
});

describe('the motivated-seller form', () => {
  const form = sellerForm;
  const filled = { ...person, Location: 'Houston', 'Lead Type': 'cashbuyer' };

  it('thanks, is empty again and calls no server', async () => {
    const { fill, submit, calls } = await open(form);
    await fill(filled);
    await submit();
    expect(await screen.findByText('Thank you for your interest! We will contact you shortly.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('');
    expect(calls).toEqual([]);
  });

  it('reaches the office where local forms are delivered', async () => {
    const { fill, submit, calls } = await open(form, { deliverLocalForms: true, routes: accepted });
    await fill(filled);
    await submit();
    await screen.findByText('Success!');
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/inquiries',
        {
          form: 'motivated-seller',
          fields: {
            name: 'Ada Hope',
            phone: '(801) 555-0142',
            email: 'ada@hope.example',
            location: 'Houston',
            jobType: 'cashbuyer',
          },
        },
      ],
    ]);
  });
});

describe('the consultation form of the industry pages', () => {
  const form = industryForm;
  const filled = { ...person, Company: 'Hope Roofs', Message: 'Two crews, one county.' };

  it('gives way to a confirmation with its reference', async () => {
    const routes = { 'POST /api/inquiries': { status: 201, body: { id: '1', reference: 'L-7F3K9Q', createdAt: '' } } };
    const { fill, submit } = await open(form, { deliverLocalForms: true, routes });
    await fill(filled);
    await submit();
    expect(await screen.findByRole('heading', { name: 'We have it' })).toHaveFocus();
    expect(screen.getByText('L-7F3K9Q')).toBeVisible();
    expect(screen.getByLabelText('Name')).not.toBeVisible();
    expect(await findViolations()).toEqual([]);
  });

  it('thanks with the industry of its page, is empty again and calls no server', async () => {
    const { fill, submit, calls } = await open(form);
    await fill(filled);
    await submit();
    expect(await screen.findByText('Consultation Request Submitted')).toBeVisible();
    expect(screen.getByText('A representative will contact you about your roofing lead needs.')).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue('');
    expect(calls).toEqual([]);
  });

  it('keeps what was typed when the office cannot be reached', async () => {
    const routes: FakeRoutes = { 'POST /api/inquiries': { status: 503, body: { message: 'Back in a minute.' } } };
    const { fill, submit } = await open(form, { deliverLocalForms: true, routes });
    await fill(filled);
    await submit();
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    expect(screen.getByText(/^Not sent. What you typed is still here/)).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue('Two crews, one county.');
  });
});

describe('the form at /consultation', () => {
  const form = consultationForm;
  const filled = { ...person, Company: 'Hope Roofs', Budget: '10k-20k', Message: 'Two crews, one county.' };

  it.each(['roofing', 'health-insurance'] as const)(
    'thanks a visitor of %s, logs the data to the console and calls nobody',
    async (value) => {
      const logged: unknown[][] = [];
      console.log = (...words: unknown[]) => void logged.push(words);
      const { fill, submit, calls } = await open(form);
      await fill({ ...filled, Industry: value });
      await submit();
      expect(await screen.findByText('Consultation Request Submitted')).toBeVisible();
      expect(
        screen.getByText(`A representative will contact you about your ${consultationIndustries[value]} lead needs.`),
      ).toBeVisible();
      expect(screen.getByLabelText('Company')).toHaveValue('');
      expect(screen.getByLabelText('Industry')).toHaveValue('');
      expect(screen.getByRole('link', { name: /Schedule Now/ })).toBeVisible();
      expect(logged).toEqual([
        ['Consultation request', expect.objectContaining({ industry: value, budget: '10k-20k' })],
      ]);
      expect(calls).toEqual([]);
    },
  );
});
