import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import * as z from 'zod/mini';
import { ApiError } from '../api-client/index.ts';
import { jobTypes, type LeadForm as LeadFormValues, leadFormSchema } from '../contracts/lead.ts';
import { renderWithKit, takeConsole } from '../testing/index.ts';
import { KitProvider } from '../theme/index.tsx';
import { catchEarlySubmits } from './early-submit.ts';
import { Form, FormErrorSummary, fieldsOf, SubmitButton, useWatch } from './index.ts';

const { SelectField, TextField } = fieldsOf<LeadFormValues>();

const options = jobTypes.hvac.map((value) => ({ value, label: value }));

function LeadForm({
  onSubmit,
  onFailure,
}: {
  onSubmit: (v: unknown) => Promise<void>;
  onFailure?: (e: unknown) => void;
}) {
  return (
    <Form schema={leadFormSchema('hvac')} onSubmit={onSubmit} onFailure={onFailure} label="Leads">
      <FormErrorSummary />
      <TextField name="name" label="Full name" required autoComplete="name" />
      <TextField name="company" label="Company" required />
      <TextField name="phone" label="Phone" type="tel" required />
      <TextField name="email" label="Email" type="email" required />
      <TextField name="location" label="City and state" required />
      <SelectField name="jobType" label="Service type" required options={options} placeholder="Choose one" />
      <SubmitButton pendingLabel="Submitting...">Get leads</SubmitButton>
    </Form>
  );
}

/** Fills the fields in at once, because single keys are slow. */
function fill() {
  for (const [label, value] of [
    ['Full name', '  Ada Hope '],
    ['Company', 'Hope Air'],
    ['Phone', '801 555 0100'],
    ['Email', 'ada@hope.example'],
    ['City and state', 'Provo'],
    ['Service type', 'repair'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}

describe('Form', () => {
  it('gives the parsed values and is empty after a success', async () => {
    const sent: unknown[] = [];
    const { user } = renderWithKit(<LeadForm onSubmit={async (values) => void sent.push(values)} />);
    fill();
    await user.click(screen.getByText('Get leads'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      name: 'Ada Hope',
      company: 'Hope Air',
      phone: '801 555 0100',
      email: 'ada@hope.example',
      location: 'Provo',
      jobType: 'repair',
    });
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(''));
    expect(screen.getByRole('combobox')).toHaveValue('');
  });

  it('keeps everything typed when the answer is a refusal, and marks the fields that it names', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'x',
      message: 'Check the form.',
      requestId: 'r',
      errors: [{ field: 'email', message: 'This address bounced.' }],
    };
    const failures: unknown[] = [];
    const refusal = new ApiError(400, 'x', problem);
    const { user } = renderWithKit(
      <LeadForm onSubmit={() => Promise.reject(refusal)} onFailure={(failure) => failures.push(failure)} />,
    );
    fill();
    await user.click(screen.getByText('Get leads'));
    await waitFor(() => expect(failures).toEqual([refusal]));
    const email = screen.getByLabelText('Email');
    expect(email).toHaveValue('ada@hope.example');
    expect(email).toHaveAccessibleDescription('This address bounced.');
    expect(email).toHaveFocus();
    expect(screen.getByRole('combobox')).toHaveValue('repair');
    expect(screen.getByText('Get leads')).toBeEnabled();
  });

  it('says each rule that failed beside its field, and gives the focus to the summary when there are three or more', async () => {
    const { user } = renderWithKit(<LeadForm onSubmit={async () => {}} />);
    await user.click(screen.getByText('Get leads'));
    const summary = await screen.findByRole('group', { name: '6 fields need your attention' });
    await waitFor(() => expect(summary).toHaveFocus());
    expect(screen.getByLabelText('Full name')).toHaveAccessibleDescription('Name must be at least 2 characters.');
    expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Please select a service type.');
    expect(screen.getAllByText('Please enter a valid email address.')).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Email' }));
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });

  it('takes a double click, and an Enter that repeats, for one, also where the answer was there before the second', async () => {
    const sent: unknown[] = [];
    const { user } = renderWithKit(<LeadForm onSubmit={async (values) => void sent.push(values)} />);
    const email = screen.getByLabelText('Email');
    const button = screen.getByText('Get leads');
    fill();
    fireEvent.click(button, { detail: 1 });
    await waitFor(() => expect(email).toHaveValue(''));
    fireEvent.click(button, { detail: 2 });
    expect(fireEvent.keyDown(email, { key: 'Enter', repeat: true })).toBe(false);
    await act(async () => {});
    expect(email).not.toHaveAttribute('aria-invalid');
    expect(sent).toHaveLength(1);
    // A visitor who starts to fill in the form begins the next inquiry.
    await user.selectOptions(screen.getByRole('combobox'), 'repair');
    fireEvent.click(button, { detail: 2 });
    await waitFor(() => expect(email).toHaveAttribute('aria-invalid', 'true'));
  });

  it('takes a press of its own for one, however soon it comes after the form was emptied', async () => {
    renderWithKit(<LeadForm onSubmit={async () => {}} />);
    const email = screen.getByLabelText('Email');
    const button = screen.getByText('Get leads');
    fill();
    fireEvent.click(button, { detail: 1 });
    await waitFor(() => expect(email).toHaveValue(''));
    fireEvent.click(button, { detail: 1 });
    await waitFor(() => expect(email).toHaveAttribute('aria-invalid', 'true'));
  });

  it('takes neither a second press nor text nor a choice while it is sent, and takes them again after a refusal', async () => {
    let sent = 0;
    const answer = Promise.withResolvers<void>();
    const { user } = renderWithKit(
      <LeadForm
        onSubmit={() => {
          sent += 1;
          return answer.promise;
        }}
        onFailure={() => {}}
      />,
    );
    const company = screen.getByLabelText('Company');
    fill();
    await user.click(screen.getByText('Get leads'));
    const pending = screen.getByText('Submitting...');
    expect(pending).toBeDisabled();
    await user.click(pending);
    // It would be in no request.
    await user.type(company, ' and Sons');
    expect(company).toHaveValue('Hope Air');
    expect(company).toHaveFocus();
    // It would scroll the page.
    expect(fireEvent.keyDown(company, { key: ' ' })).toBe(false);
    const jobType = screen.getByLabelText('Service type');
    await user.selectOptions(jobType, 'install');
    expect(jobType).toHaveValue('repair');
    answer.reject(new Error('Not now.'));
    await waitFor(() => expect(screen.getByText('Get leads')).toBeEnabled());
    expect(sent).toBe(1);
    await user.type(company, ' and Sons');
    expect(company).toHaveValue('Hope Air and Sons');
    await user.selectOptions(jobType, 'install');
    expect(jobType).toHaveValue('install');
  });

  it('keeps its checkboxes as they are while it is sent, also for a press on the label', async () => {
    const answer = Promise.withResolvers<void>();
    const { CheckboxField } = fieldsOf<{ wantsQuote: boolean }>();
    const { user } = renderWithKit(
      <Form
        schema={z.object({ wantsQuote: z.boolean() })}
        defaultValues={{ wantsQuote: true }}
        onSubmit={() => answer.promise}
        afterSuccess="keep"
      >
        <CheckboxField name="wantsQuote" label="I want a quote" />
        <SubmitButton pendingLabel="Submitting...">Send</SubmitButton>
      </Form>,
    );
    const box = screen.getByRole('checkbox');
    await user.click(screen.getByText('Send'));
    await screen.findByText('Submitting...');
    await user.click(screen.getByText('I want a quote'));
    await user.click(box);
    await user.keyboard(' ');
    expect(box).toBeChecked();
    answer.resolve();
    await screen.findByText('Send');
    await user.click(box);
    expect(box).not.toBeChecked();
  });

  it('says at its top what is wrong with a field that the page does not have, and gives it the focus', async () => {
    const sent: unknown[] = [];
    const { user } = renderWithKit(
      <Form schema={leadFormSchema('hvac')} onSubmit={(values) => void sent.push(values)} label="Leads">
        <FormErrorSummary />
        <TextField name="name" label="Full name" required />
        <SubmitButton pendingLabel="Submitting...">Get leads</SubmitButton>
      </Form>,
    );
    await user.type(screen.getByLabelText('Full name'), 'Ada Hope');
    await user.click(screen.getByText('Get leads'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/This form cannot be sent.*company: .*email: .*jobType: /s);
    expect(alert).not.toHaveTextContent('name: ');
    expect(sent).toEqual([]);
  });

  it('leaves that to a page that lists its errors itself', async () => {
    const { user } = renderWithKit(
      <Form schema={leadFormSchema('hvac')} onSubmit={() => {}} label="Leads" errorsOfAbsentFields="listed by the page">
        <SubmitButton pendingLabel="Submitting...">Get leads</SubmitButton>
      </Form>,
    );
    await user.click(screen.getByText('Get leads'));
    await waitFor(() => expect(screen.getByText('Get leads')).toBeEnabled());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has fields by the names of its schema alone', () => {
    // @ts-expect-error The schema has no such field.
    expect(<TextField name="nickname" label="Nickname" />).toBeDefined();
  });
});

describe('a form that came with the page', () => {
  const schema = z.object({
    name: z.string().check(z.minLength(2, 'Name must be at least 2 characters.')),
    message: z.string(),
    industry: z.string(),
    delivery: z.string(),
    pages: z.array(z.string()),
    consent: z.boolean(),
  });
  const { CheckboxField, CheckboxGroupField, RadioGroupField, SelectField, TextAreaField, TextField } =
    fieldsOf<z.infer<typeof schema>>();

  const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));

  function Greeting({ words }: { words: string }) {
    return (
      <p>
        {words} {useWatch({ name: 'name' })}
      </p>
    );
  }

  function Page({ onSubmit }: { onSubmit: (values: unknown) => void }) {
    return (
      <KitProvider>
        <Form
          schema={schema}
          defaultValues={{ name: '', message: '', industry: 'a', delivery: 'a', pages: ['a'], consent: true }}
          onSubmit={onSubmit}
          afterSuccess="keep"
        >
          <Greeting words="Name so far:" />
          <TextField name="name" label="Name" />
          <TextAreaField name="message" label="Message" />
          <SelectField name="industry" label="Industry" options={options} />
          <RadioGroupField name="delivery" label="Delivery" options={options} />
          <CheckboxGroupField name="pages" label="Pages" options={options} />
          <CheckboxField name="consent" label="Consent" />
          <Greeting words="Sending as" />
          <SubmitButton pendingLabel="Sending...">Send</SubmitButton>
        </Form>
      </KitProvider>
    );
  }

  let root: Root | undefined;

  async function serve() {
    const { prelude } = await prerender(<Page onSubmit={() => {}} />);
    const host = document.createElement('div');
    host.innerHTML = await new Response(prelude as ReadableStream).text(); // the web build returns a web stream
    document.body.append(host);
    return host;
  }

  async function hydrate(host: HTMLElement, onSubmit: (values: unknown) => void) {
    await act(async () => {
      root = hydrateRoot(host, <Page onSubmit={onSubmit} />);
    });
  }

  const box = (name: string, value: string) =>
    document.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`) ??
    document.createElement('input');

  /** Does what a visitor does before the script has loaded. */
  function fillEarly() {
    screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value = 'Ada';
    screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value = 'A roof';
    screen.getByRole<HTMLSelectElement>('combobox', { name: 'Industry' }).value = 'b';
    box('delivery', 'c').checked = true;
    box('pages', 'c').checked = true;
    screen.getByRole<HTMLInputElement>('checkbox', { name: 'Consent' }).checked = false;
  }

  const filled = { name: 'Ada', message: 'A roof', industry: 'b', delivery: 'c', pages: ['a', 'c'], consent: false };

  afterEach(() => {
    act(() => root?.unmount());
    document.body.replaceChildren();
    // React warns in development that two renderers share one process; nothing else may be logged.
    expect(takeConsole().filter((logged) => !logged.includes('multiple renderers concurrently'))).toEqual([]);
  });

  it('posts, so that nothing typed can end up in an address', async () => {
    const host = await serve();
    expect(host.querySelector('form')).toHaveAttribute('method', 'post');
    expect(host.querySelector('form')).toHaveAttribute('novalidate');
  });

  it('takes over what was typed before its script arrived', async () => {
    const host = await serve();
    fillEarly();
    const name = screen.getByRole('textbox', { name: 'Name' });
    const sent: unknown[] = [];
    await hydrate(host, (values) => sent.push(values));
    expect(screen.getByRole('textbox', { name: 'Name' })).toBe(name);
    expect(name).toHaveValue('Ada');
    expect(screen.getByText('Name so far: Ada')).toBeVisible();
    expect(screen.getByText('Sending as Ada')).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Send' }).click());
    await waitFor(() => expect(sent).toEqual([filled]));
  });

  it('sends its defaults when nothing was typed', async () => {
    const host = await serve();
    const sent: unknown[] = [];
    await hydrate(host, (values) => sent.push(values));
    act(() => screen.getByRole('button', { name: 'Send' }).click());
    expect(await screen.findByText('Name must be at least 2 characters.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('holds an early submit back and sends it once it can be checked', async () => {
    catchEarlySubmits(document);
    const host = await serve();
    fillEarly();
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    host.querySelector('form')?.dispatchEvent(submit);
    expect(submit.defaultPrevented).toBe(true);
    expect(host.querySelector('form')).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Your form is sent as soon as this page has loaded. So far nothing was sent.',
    );
    const sent: unknown[] = [];
    await hydrate(host, (values) => sent.push(values));
    await waitFor(() => expect(sent).toEqual([filled]));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(host.querySelector('form')).not.toHaveAttribute('aria-busy');
  });

  it('leaves other forms of the page alone', () => {
    catchEarlySubmits(document);
    const form = document.createElement('form');
    document.body.append(form);
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    form.dispatchEvent(submit);
    expect(submit.defaultPrevented).toBe(false);
  });
});
