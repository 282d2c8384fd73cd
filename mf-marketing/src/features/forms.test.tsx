import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { consultationIndustries } from 'kit/contracts/consultation';
import { parseFormContext } from 'kit/contracts/form-context';
import { jobTypeMessages } from 'kit/contracts/lead';
import { messages } from 'kit/contracts/text-rules';
import { type FakeAnswer, type FakeRoutes, findViolations, renderWithKit, startFakeApi } from 'kit/testing';
import { currentToasts, dismissToast } from 'kit/toast/store';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { content as hvac } from '../content/industries/hvac.ts';
import { content as junkRemoval } from '../content/industries/junk-removal.ts';
import { content as realEstate } from '../content/industries/real-estate.ts';
import { content as roofing } from '../content/industries/roofing.ts';
import { content as solar } from '../content/industries/solar.ts';
import { ConsultationForm, ConsultationPage } from '../pages/consultation-page.tsx';
import { Calculator } from './calculator.tsx';
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
    submit: () => user.click(screen.getByText(/^(Get|Book|Continue|Send) /, { selector: 'button' })),
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

// The calculator and the rules come first, because a notification keeps the notification area busy in all later tests.
describe('the calculator', () => {
  it('asks for the worth of a job, and for the rate at which inspections become one', async () => {
    renderWithKit(<Calculator content={roofing.calculator} />);
    expect(screen.getByLabelText('What one signed job is worth to you, in dollars')).toHaveValue(9000);
    expect(screen.getByText('14 inspections')).toBeVisible();
    expect(screen.getByText('4 signed jobs')).toBeVisible();
    expect(screen.getByText('$36,000 a month')).toBeVisible();
    const rate = screen.getByRole('slider', { name: /^Of 100 inspections, how many become signed jobs/ });
    fireEvent.change(rate, { target: { value: '50' } });
    expect(screen.getByText('7 signed jobs')).toBeVisible();
    expect(screen.getByText('$63,000 a month')).toBeVisible();
    expect(await findViolations()).toEqual([]);
  });

  it('asks for the rate and the worth of a visit that is the job itself, and for what a lead costs', () => {
    renderWithKit(<Calculator content={hvac.calculator} />);
    const worth = screen.getByLabelText('What one booked visit is worth to you, in dollars');
    expect(worth).toHaveValue(315);
    expect(screen.getByText('17 booked visits')).toBeVisible();
    expect(screen.getByText('$5,355 a month')).toBeVisible();
    expect(screen.queryByText(/left a month/)).toBeNull();
    fireEvent.change(screen.getByRole('slider', { name: /^Of 100 leads, how many become booked visits/ }), {
      target: { value: '50' },
    });
    expect(screen.getByText('10 booked visits')).toBeVisible();
    // Its source no longer holds.
    expect(screen.queryByText(/Of 100 leads 85 become/)).toBeNull();
    fireEvent.change(worth, { target: { value: '200' } });
    fireEvent.change(screen.getByLabelText(/^What a lead costs you/), { target: { value: '30' } });
    expect(screen.getByText('$2,000 a month')).toBeVisible();
    expect(screen.getByText('$1,400 left a month')).toBeVisible();
  });
});

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

  it('keeps what was typed until it is carried to the consultation form', async () => {
    const { fill } = await open(<QuestionnaireForm />);
    fill({ 'Full Name': 'Ada Hope', Industry: 'legal', 'Monthly Ad Budget': '10000-25000' });
    fill({ 'Lead generation goal': 'improve-quality', 'Additional Information': 'Two offices.' });
    cleanup();
    await api?.close();
    const { submit, calls } = await open(<HomeAndConsultation />);
    expect(screen.getByLabelText('Additional Information')).toHaveValue('Two offices.');
    expect(screen.getByLabelText('Lead generation goal')).toHaveValue('improve-quality');
    await submit();
    expect(await screen.findByLabelText('Name')).toHaveValue('Ada Hope');
    expect(screen.getByLabelText('Industry')).toHaveValue('legal');
    // No budget of that form is this range.
    expect(screen.getByLabelText('Budget')).toHaveValue('');
    expect(screen.getByLabelText('Message')).toHaveValue(
      'Get better leads. Monthly ad budget: $10,000 - $25,000. Two offices.',
    );
    expect(calls).toEqual([]);
    cleanup();
    await api?.close();
    await open(<QuestionnaireForm />);
    expect(screen.getByLabelText('Additional Information')).toHaveValue('');
  });

  it('carries a budget that the consultation form has, too, and leaves what was typed there', async () => {
    const typed = { name: 'Ada Hope', email: 'ada@hope.example', message: 'Two offices.' };
    sessionStorage.setItem('form-draft consultation', JSON.stringify(typed));
    const { fill, submit } = await open(<HomeAndConsultation />);
    fill({ 'Email Address': 'office@hope.example', 'Lead generation goal': 'improve-quality' });
    fill({ 'Monthly Ad Budget': '5000-10000' });
    await submit();
    expect(await screen.findByLabelText('Name')).toHaveValue('Ada Hope');
    expect(screen.getByLabelText('Email')).toHaveValue('office@hope.example');
    expect(screen.getByLabelText('Budget')).toHaveValue('5k-10k');
    expect(screen.getByLabelText('Message')).toHaveValue(
      'Two offices.\nGet better leads. Monthly ad budget: $5,000 - $10,000',
    );
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

  it('says how it ended, has the same key when it is sent again after a return to its page, and is empty on return once it was taken', async () => {
    window.history.replaceState({}, '', '/');
    const refused = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    const answers = [
      { status: 503, body: {}, after: refused.promise },
      { status: 201, body: {}, after: taken.promise },
    ];
    const { user, fill, submit, calls } = await open(<Pages />, {
      routes: { 'POST /api/leads': () => answers.shift() ?? {} },
    });
    const sendAndLeave = async (count: number) => {
      await submit();
      await waitFor(() => expect(calls).toHaveLength(count));
      await user.click(screen.getByText('Services'));
      expect(screen.queryByLabelText('Name')).toBeNull();
    };
    fill(fields);
    await sendAndLeave(1);
    refused.resolve();
    expect(await screen.findByText('Error')).toBeVisible();
    await user.click(screen.getByText('HVAC'));
    await sendAndLeave(2);
    taken.resolve();
    expect(await screen.findByText('Success!')).toBeVisible();
    const [first, second] = calls.map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
    await user.click(screen.getByText('HVAC'));
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
  it('keeps what was typed when the office cannot be reached, and gives way to a confirmation with its reference when it can', async () => {
    const answers: FakeAnswer[] = [
      { status: 503, body: { message: 'Back in a minute.' } },
      { status: 201, body: { id: '1', reference: 'L-7F3K9Q', createdAt: '' } },
    ];
    const routes: FakeRoutes = { 'POST /api/inquiries': () => answers.shift() ?? {} };
    const { fill, submit } = await open(industryForm, { deliverLocalForms: true, routes });
    fill({ ...person, Company: 'Hope Roofs', Message: 'Two crews, one county.' });
    await submit();
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    expect(screen.getByText(/^Not sent. What you typed is still here/)).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue('Two crews, one county.');
    await submit();
    expect(await screen.findByText('We have it')).toHaveFocus();
    expect(screen.getByText('L-7F3K9Q')).toBeVisible();
    expect(screen.getByLabelText('Name')).not.toBeVisible();
  });
});

describe('the form at /consultation', () => {
  it('thanks a visitor by the name of the industry, logs the data to the console, calls nobody, and no longer says at the top where the answers are', async () => {
    const logged: unknown[][] = [];
    console.log = (...words: unknown[]) => void logged.push(words);
    const typed = { name: 'Ada Hope', company: 'Hope Roofs', email: 'ada@hope.example', phone: '(801) 555-0142' };
    const chosen = { industry: 'health-insurance', budget: '10k-20k' };
    sessionStorage.setItem('form-draft consultation', JSON.stringify({ ...typed, ...chosen }));
    const { fill, submit, calls } = await open(<ConsultationPage />);
    expect(screen.getByText(/^Your answers are/)).toBeVisible();
    fill({ Message: 'Two crews, one county.' });
    await submit();
    const { 'health-insurance': called } = consultationIndustries;
    expect(await screen.findByText(`A representative will contact you about your ${called} lead needs.`)).toBeVisible();
    expect(screen.getByText('Schedule Now')).toBeVisible();
    expect(logged).toEqual([['Consultation request', expect.objectContaining(chosen)]]);
    expect(screen.queryByText(/^Your answers are/)).toBeNull();
    expect(calls).toEqual([]);
  });
});
