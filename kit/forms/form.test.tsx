import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../api-client/index.ts';
import { jobTypes, type LeadForm as LeadFormValues, leadFormSchema } from '../contracts/lead.ts';
import { renderWithKit } from '../testing/index.ts';
import { Form, FormErrorSummary, fieldsOf, SubmitButton } from './index.ts';

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
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  }
}

describe('Form', () => {
  it('gives the parsed values and is empty after a success', async () => {
    const sent: unknown[] = [];
    const { user } = renderWithKit(<LeadForm onSubmit={async (values) => void sent.push(values)} />);
    fill();
    await user.click(screen.getByRole('button', { name: 'Get leads' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      name: 'Ada Hope',
      company: 'Hope Air',
      phone: '801 555 0100',
      email: 'ada@hope.example',
      location: 'Provo',
      jobType: 'repair',
    });
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(''));
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
    await user.click(screen.getByRole('button', { name: 'Get leads' }));
    await waitFor(() => expect(failures).toEqual([refusal]));
    const email = screen.getByRole('textbox', { name: 'Email' });
    expect(email).toHaveValue('ada@hope.example');
    expect(email).toHaveAccessibleDescription('This address bounced.');
    expect(email).toHaveFocus();
    expect(screen.getByRole('combobox')).toHaveValue('repair');
    expect(screen.getByRole('button', { name: 'Get leads' })).toBeEnabled();
  });

  it('says each rule that failed beside its field, and gives the focus to the summary when there are three or more', async () => {
    const { user } = renderWithKit(<LeadForm onSubmit={async () => {}} />);
    await user.click(screen.getByRole('button', { name: 'Get leads' }));
    const summary = await screen.findByRole('group', { name: '6 fields need your attention' });
    await waitFor(() => expect(summary).toHaveFocus());
    expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveAccessibleDescription(
      'Name must be at least 2 characters.',
    );
    expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Please select a service type.');
    expect(screen.getAllByText('Please enter a valid email address.')).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Email' }));
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  });

  it('takes a double click, and an Enter that repeats, for one, also where the answer was there before the second', async () => {
    const sent: unknown[] = [];
    const { user } = renderWithKit(<LeadForm onSubmit={async (values) => void sent.push(values)} />);
    const email = screen.getByRole('textbox', { name: 'Email' });
    const button = screen.getByRole('button', { name: 'Get leads' });
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
    const email = screen.getByRole('textbox', { name: 'Email' });
    const button = screen.getByRole('button', { name: 'Get leads' });
    fill();
    fireEvent.click(button, { detail: 1 });
    await waitFor(() => expect(email).toHaveValue(''));
    fireEvent.click(button, { detail: 1 });
    await waitFor(() => expect(email).toHaveAttribute('aria-invalid', 'true'));
  });

  it('cannot be sent twice while the answer is awaited', async () => {
    let answer = () => {};
    let sent = 0;
    const { user } = renderWithKit(
      <LeadForm
        onSubmit={() => {
          sent += 1;
          return new Promise((resolve) => {
            answer = resolve;
          });
        }}
      />,
    );
    fill();
    await user.click(screen.getByRole('button', { name: 'Get leads' }));
    const pending = await screen.findByRole('button', { name: 'Submitting...' });
    expect(pending).toBeDisabled();
    await user.click(pending);
    answer();
    expect(await screen.findByRole('button', { name: 'Get leads' })).toBeEnabled();
    expect(sent).toBe(1);
  });

  it('takes no text while it is sent, which would be in no request, and takes it again after a refusal', async () => {
    let refuse = (_: Error) => {};
    const answer = new Promise<void>((_, reject) => {
      refuse = reject;
    });
    const { user } = renderWithKit(<LeadForm onSubmit={() => answer} onFailure={() => {}} />);
    const company = screen.getByRole('textbox', { name: 'Company' });
    fill();
    await user.click(screen.getByRole('button', { name: 'Get leads' }));
    await screen.findByRole('button', { name: 'Submitting...' });
    await user.type(company, ' and Sons');
    expect(company).toHaveValue('Hope Air');
    expect(company).toHaveFocus();
    // It would scroll the page.
    expect(fireEvent.keyDown(company, { key: ' ' })).toBe(false);
    refuse(new Error('Not now.'));
    expect(await screen.findByRole('button', { name: 'Get leads' })).toBeEnabled();
    await user.type(company, ' and Sons');
    expect(company).toHaveValue('Hope Air and Sons');
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
    await user.type(screen.getByRole('textbox', { name: 'Full name' }), 'Ada Hope');
    await user.click(screen.getByRole('button', { name: 'Get leads' }));
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
    await user.click(screen.getByRole('button', { name: 'Get leads' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Get leads' })).toBeEnabled());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has fields by the names of its schema alone', () => {
    // @ts-expect-error The schema has no such field.
    expect(<TextField name="nickname" label="Nickname" />).toBeDefined();
  });
});
