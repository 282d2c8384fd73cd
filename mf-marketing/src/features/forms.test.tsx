import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { consultationIndustries } from 'kit/contracts/consultation';
import { parseFormContext } from 'kit/contracts/form-context';
import { jobTypeMessages } from 'kit/contracts/lead';
import { messages } from 'kit/contracts/text-rules';
import { type FakeRoutes, renderWithKit, startFakeApi } from 'kit/testing';
import { currentToasts, dismissToast } from 'kit/toast/store';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { content as hvac } from '../content/industries/hvac.ts';
import { content as junkRemoval } from '../content/industries/junk-removal.ts';
import { content as realEstate } from '../content/industries/real-estate.ts';
import { content as solar } from '../content/industries/solar.ts';
import { ConsultationForm, ConsultationPage } from '../pages/consultation-page.tsx';
import { IndustryConsultationForm, LeadForm, SellerForm } from './industry-form.tsx';
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
    /** Fills each field in at once, because single keys are slow. */
    fill(fields: Record<string, string>) {
      for (const [label, value] of Object.entries(fields)) {
        fireEvent.change(screen.getByLabelText(label), { target: { value } });
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
const HomeAndConsultation = () => (useLocation().pathname === '/' ? <QuestionnaireForm /> : <ConsultationPage />);
const consultationForm = <ConsultationForm submitLabel="Book a consultation" />;

const consent = /^By sending this form you agree that Testfield may call, text or email you/;
const ofLead = [name, company, phone, email, location];

// These come first, because a notification keeps the notification area busy in all later tests.
describe('the rules', () => {
  it.each([
    ['motivated seller', sellerForm, [name, phone, email, location, leadType]],
    ['industry pages', industryForm, [name, company, email, phone, message]],
    ['/consultation', consultationForm, [name, company, email, phone, industry, budget, message]],
    ['HVAC', <LeadForm key="hvac" {...hvac.form} />, [...ofLead, jobTypeMessages.hvac]],
    ['junk removal', <LeadForm key="junk" {...junkRemoval.form} />, [...ofLead, jobTypeMessages.junkRemoval]],
    ['solar', <LeadForm key="solar" {...solar.form} />, [...ofLead, jobTypeMessages.solar]],
  ])(
    'of %s are named in the words of the specification, below it stands what sending allows, and nothing is sent',
    async (_, form, rules) => {
      const { submit, calls } = await open(form);
      await submit();
      await waitFor(() => expect(errorsShown()).toEqual(rules));
      expect(screen.getByText(consent)).toBeVisible();
      expect(calls).toEqual([]);
    },
  );

  it('of /consultation offer the industries and budgets of the specification, and ask for no website', async () => {
    await open(consultationForm);
    expect(screen.getByLabelText(/^Website/)).not.toBeRequired();
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
    expect(screen.getByText(consent)).toBeVisible();
    await submit();
    expect(errorsShown()).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('keeps what was typed until it is carried on', async () => {
    const { user } = await open(<QuestionnaireForm />);
    await user.type(screen.getByLabelText('Additional Information'), 'Two offices.');
    await user.selectOptions(screen.getByLabelText('Lead generation goal'), 'automate');
    cleanup();
    await api?.close();
    const { submit } = await open(<HomeAndConsultation />);
    expect(screen.getByLabelText('Additional Information')).toHaveValue('Two offices.');
    expect(screen.getByLabelText('Lead generation goal')).toHaveValue('automate');
    await submit();
    await screen.findByLabelText('Message');
    cleanup();
    await api?.close();
    await open(<QuestionnaireForm />);
    expect(screen.getByLabelText('Additional Information')).toHaveValue('');
  });

  it('carries its answers to the consultation form', async () => {
    const { fill, submit, calls } = await open(<HomeAndConsultation />);
    fill({ 'Full Name': 'Ada Hope', Industry: 'legal', 'Monthly Ad Budget': '10000-25000' });
    fill({ 'Lead generation goal': 'improve-quality', 'Additional Information': 'Two offices.' });
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
    fill({ 'Monthly Ad Budget': '5000-10000' });
    await submit();
    expect(await screen.findByLabelText('Budget')).toHaveValue('5k-10k');
  });

  it('leaves what was typed in the consultation form', async () => {
    const typed = { name: 'Ada Hope', email: 'ada@hope.example', budget: '5k-10k', message: 'Two offices.' };
    sessionStorage.setItem('form-draft consultation', JSON.stringify(typed));
    const { fill, submit } = await open(<HomeAndConsultation />);
    fill({ 'Email Address': 'office@hope.example', 'Lead generation goal': 'improve-quality' });
    await submit();
    expect(await screen.findByLabelText('Name')).toHaveValue('Ada Hope');
    expect(screen.getByLabelText('Email')).toHaveValue('office@hope.example');
    expect(screen.getByLabelText('Budget')).toHaveValue('5k-10k');
    expect(screen.getByLabelText('Message')).toHaveValue('Two offices.\nGet better leads');
  });

  it('sends the answers where local forms are delivered, and says so', async () => {
    const { user, fill, submit, calls } = await open(<QuestionnaireForm />, {
      deliverLocalForms: true,
      routes: accepted,
    });
    fill({ 'Full Name': 'Ada Hope', Industry: 'legal', 'Lead generation goal': 'automate' });
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

describe('the lead form', () => {
  it('posts the chosen job type as the one service, with what it knows of itself, thanks, and is empty again', async () => {
    window.history.replaceState({}, '', '/hvac');
    const routes = { 'POST /api/leads': { status: 201, body: {} } };
    const appeared = Math.round(performance.now());
    const { fill, submit, calls, user } = await open(<LeadForm {...hvac.form} />, { routes });
    fill({ ...person, Name: ' Ada Hope ', Company: 'Hope Air', Location: 'Provo', 'Service Type': 'install' });
    const trap = document.querySelector<HTMLInputElement>('input[name=topic]');
    if (trap) await user.type(trap, 'machine');
    await submit();
    expect(await screen.findByText('Thank you for your interest! We will contact you shortly.')).toBeVisible();
    const { Name: _, Email: address, Phone: number } = person;
    const lead = { name: 'Ada Hope', company: 'Hope Air', phone: number, email: address, location: 'Provo' };
    expect(calls.map(({ body }) => body)).toEqual([{ ...lead, services: ['install'] }]);
    const context = parseFormContext(String(calls[0]?.headers['x-form-context']));
    expect(context).toMatchObject({ page: '/hvac', consent: '2', trap: 'machine' });
    // A form that appears later, filled in, may be sent at once.
    expect(context?.fillMs).toBeGreaterThanOrEqual(appeared);
    for (const label of ['Name', 'Company', 'Phone', 'Email', 'Location', 'Service Type']) {
      expect(screen.getByLabelText(label)).toHaveValue('');
    }
  });
});

describe('a lead form that is left while it is sent', () => {
  const fields = { ...person, Company: 'Hope Air', Location: 'Provo', 'Service Type': 'install' };
  const Pages = () => (
    <>
      <Link to="/services">Services</Link>
      <Link to="/">HVAC</Link>
      {useLocation().pathname === '/' && <LeadForm {...hvac.form} />}
    </>
  );

  /** Sends a form that is answered after 300 ms, and leaves it before. */
  async function leave(status: number, location: string) {
    window.history.replaceState({}, '', '/');
    const opened = await open(<Pages />, { routes: { 'POST /api/leads': { status, body: {}, delay: 300 } } });
    opened.fill({ ...fields, Location: location });
    await opened.submit();
    await waitFor(() => expect(opened.calls).toHaveLength(1));
    await opened.user.click(screen.getByRole('link', { name: 'Services' }));
    expect(screen.queryByLabelText('Name')).toBeNull();
    return opened;
  }

  it('has the same key when it is sent again after a return to its page', async () => {
    const { user, submit, calls } = await leave(503, 'Orem');
    expect(await screen.findByText('Error')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'HVAC' }));
    await submit();
    await waitFor(() => expect(calls).toHaveLength(2));
    const [first, second] = calls.map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
    await screen.findByText(/^Not sent/);
  });

  it('is empty on return once it was taken', async () => {
    const { user } = await leave(201, 'Provo');
    expect(await screen.findByText('Success!')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'HVAC' }));
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });
});

describe('the motivated-seller form', () => {
  it('reaches the office where local forms are delivered', async () => {
    const { fill, submit, calls } = await open(sellerForm, { deliverLocalForms: true, routes: accepted });
    expect(screen.queryByLabelText('Company')).toBeNull();
    fill({ ...person, Location: 'Houston', 'Lead Type': 'cashbuyer' });
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
  const filled = { ...person, Company: 'Hope Roofs', Message: 'Two crews, one county.' };

  it('gives way to a confirmation with its reference', async () => {
    const routes = { 'POST /api/inquiries': { status: 201, body: { id: '1', reference: 'L-7F3K9Q', createdAt: '' } } };
    const { fill, submit } = await open(industryForm, { deliverLocalForms: true, routes });
    fill(filled);
    await submit();
    expect(await screen.findByRole('heading', { name: 'We have it' })).toHaveFocus();
    expect(screen.getByText('L-7F3K9Q')).toBeVisible();
    expect(screen.getByLabelText('Name')).not.toBeVisible();
  });

  it('keeps what was typed when the office cannot be reached', async () => {
    const routes: FakeRoutes = { 'POST /api/inquiries': { status: 503, body: { message: 'Back in a minute.' } } };
    const { fill, submit } = await open(industryForm, { deliverLocalForms: true, routes });
    fill(filled);
    await submit();
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    expect(screen.getByText(/^Not sent. What you typed is still here/)).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue('Two crews, one county.');
  });
});

describe('the form at /consultation', () => {
  it('thanks a visitor by the name of the industry, logs the data to the console and calls nobody', async () => {
    const logged: unknown[][] = [];
    console.log = (...words: unknown[]) => void logged.push(words);
    const { fill, submit, calls } = await open(consultationForm);
    fill({ ...person, Company: 'Hope Roofs', Industry: 'health-insurance', Budget: '10k-20k' });
    fill({ Message: 'Two crews, one county.' });
    await submit();
    const { 'health-insurance': called } = consultationIndustries;
    expect(await screen.findByText(`A representative will contact you about your ${called} lead needs.`)).toBeVisible();
    expect(screen.getByRole('link', { name: /Schedule Now/ })).toBeVisible();
    expect(logged).toEqual([
      ['Consultation request', expect.objectContaining({ industry: 'health-insurance', budget: '10k-20k' })],
    ]);
    expect(calls).toEqual([]);
  });

  it('no longer says at the top where the answers are once they are sent', async () => {
    console.log = () => {};
    const typed = { name: 'Ada Hope', company: 'Hope Roofs', email: 'ada@hope.example', phone: '(801) 555-0142' };
    const chosen = { industry: 'roofing', budget: '5k-10k', message: 'Two crews, one county.' };
    sessionStorage.setItem('form-draft consultation', JSON.stringify({ ...typed, ...chosen }));
    const { submit } = await open(<ConsultationPage />);
    expect(screen.getByText(/^Your answers are/)).toBeVisible();
    await submit();
    expect(await screen.findByText('We have it')).toBeVisible();
    expect(screen.queryByText(/^Your answers are/)).toBeNull();
  });
});
