import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { takeConsole } from 'kit/testing';
import { currentToasts, dismissToast } from 'kit/toast/store';
import { hasDraft, loadDraft, saveDraft } from '../features/intake/draft/draft.tsx';
import { buildVehicle, buildWizardValues } from '../testing/build-wizard-values.ts';
import { created, intakeCall, openFilledWizard, openWizard } from '../testing/open-wizard.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const heading = (name: string) => screen.getByRole('heading', { level: 2, name });
const sentNote = () => screen.queryByText(/^Your intake form was sent\./);
/** The name of a step's link without its number: `required`, `filled in` or nothing. */
const markOf = (step: number) =>
  screen.getByRole('link', { name: new RegExp(`^Step ${step}\\b`) }).textContent?.replace(`Step ${step}`, '');

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

describe('the steps', () => {
  it('go on without a check, and back, with position, percent and focus, and count none that was only looked at', async () => {
    const { api, user } = await openWizard();
    expect(button('Previous')).toBeDisabled();
    expect(screen.getByText('Step 1 of 9')).toBeVisible();
    await user.click(button('Next Step'));
    expect(heading('Social Media Links')).toHaveFocus();
    expect(screen.getByText('Step 2 of 9')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '22');
    expect(screen.queryByText(/attention/)).toBeNull();
    await user.click(button('Previous'));
    expect(heading('Business Owner Information')).toHaveFocus();
    for (let step = 1; step < 9; step += 1) await user.click(button('Next Step'));
    expect(screen.getByText('100% complete')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Next Step' })).toBeNull();
    expect(button('Submit Intake Form')).toBeEnabled();
    // It has a question, which has an answer to begin with.
    expect(markOf(6)).toBe('');
    expect(api.calls).toEqual([]);
  });

  it('go on by each press, also before the step of the first one is drawn, and not beyond the last one', async () => {
    await openWizard(3);
    const press = (name: string, times: number) =>
      act(() => {
        const pressed = button(name);
        for (let press = 0; press < times; press += 1) pressed.click();
      });
    press('Next Step', 2);
    expect(screen.getByText('Step 5 of 9')).toBeVisible();
    press('Previous', 3);
    expect(screen.getByText('Step 2 of 9')).toBeVisible();
    press('Next Step', 12);
    expect(screen.getByText('Step 9 of 9')).toBeVisible();
    press('Previous', 1);
    expect(screen.getByText('Step 8 of 9')).toBeVisible();
  });

  it('keep what was typed when one goes on and comes back, and Enter goes on', async () => {
    const { user } = await openWizard();
    await user.type(screen.getByRole('textbox', { name: 'Full name' }), 'Enzo{Enter}');
    expect(heading('Social Media Links')).toBeVisible();
    await user.click(button('Previous'));
    expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue('Enzo');
  });
});

describe('the marks of the steps', () => {
  it('say what is required, and count no empty step as filled in', async () => {
    const { user } = await openWizard(9);
    for (const step of [1, 3, 9]) expect(markOf(step)).toBe(', required');
    for (const step of [2, 4, 5, 6, 7, 8]) expect(markOf(step)).toBe('');
    expect(screen.getByText('Fields with a * are required.')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Budget' }), '5000-plus');
    expect(markOf(9)).toBe(', filled in');
    await user.click(button('Previous'));
    expect(screen.getByText('Nothing on this step is required.')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'SEO Setup' }));
    expect(markOf(8)).toBe(', filled in');
    await user.click(screen.getByRole('checkbox', { name: 'SEO Setup' }));
    expect(markOf(8)).toBe('');
  });

  it('show the answers of a draft', async () => {
    await openFilledWizard(2, undefined, { email: 'enzo' });
    await waitFor(() => expect(markOf(3)).toBe(', filled in'));
    expect(markOf(1)).toBe(', required');
  });
});

describe('conditional fields', () => {
  it('ask for the domain name only if one is owned, and offer help otherwise', async () => {
    const { user } = await openWizard();
    expect(screen.queryByRole('textbox', { name: 'Domain name' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'I need help getting a domain' }));
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(screen.getByRole('textbox', { name: 'Domain name' })).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /help/ })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'No' }));
    expect(screen.getByRole('checkbox', { name: /help/ })).toBeChecked();
  });

  it('take a contract only if there is one, and offer help or a template otherwise', async () => {
    const { user } = await openWizard(6);
    expect(screen.queryByLabelText('Contract file')).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'I need help or a contract template' })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(screen.getByLabelText('Contract file')).toHaveAttribute('accept', '.pdf,.doc,.docx');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('vehicles', () => {
  it('can be added and removed but for the first, and the focus stays with them', async () => {
    const { user } = await openWizard(3);
    expect(screen.queryByRole('button', { name: /Remove vehicle/ })).toBeNull();
    for (const number of [2, 3]) {
      await user.click(button('Add vehicle'));
      expect(screen.getByRole('heading', { name: `Vehicle ${number}` })).toHaveFocus();
    }
    await user.click(button('Remove vehicle 2'));
    expect(screen.getByRole('heading', { name: 'Vehicle 1' })).toHaveFocus();
    expect(screen.getByText('Vehicle 2 removed')).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Vehicle 3' })).toBeNull();
  });
});

describe('sending', () => {
  it('takes an Enter when the key goes down, and no click after it', async () => {
    await openFilledWizard(3);
    expect(fireEvent.keyDown(button('Next Step'), { key: 'Enter' })).toBe(false);
    expect(await screen.findByText('Step 4 of 9')).toBeVisible();
  });

  // A real double click in one place is tried in browsers (e2e/journeys/intake-steps.ci.spec.ts).
  it('takes a press on the last step right after the step before', async () => {
    const { api, user } = await openFilledWizard(8);
    await user.click(button('Next Step'));
    await user.click(button('Submit Intake Form'));
    expect(await screen.findByRole('dialog', { name: 'Thank You!' })).toBeVisible();
    await user.click(button('Close'));
    expect(button('Submit Intake Form')).toHaveFocus();
    expect(api.calls).toHaveLength(1);
  });

  it('posts the payload once, thanks, keeps the form and removes the draft for good', async () => {
    const vehicles = [buildVehicle(), buildVehicle({ make: 'Ferrari', model: 'F8' })];
    const { api, user } = await openFilledWizard(
      9,
      { [intakeCall]: { ...created, delay: 50 } },
      { vehicles, instagram: '@rossi' },
    );
    // Fills the honeypot field as a bot does.
    for (const field of document.getElementsByName('topic')) fireEvent.change(field, { target: { value: 'bot' } });
    await user.dblClick(button('Submit Intake Form'));
    expect(button('Submitting...')).toBeDisabled();
    const dialog = await screen.findByRole('dialog', { name: 'Thank You!' });
    expect(dialog).toHaveTextContent('A representative will connect with you today.');
    expect(api.calls).toHaveLength(1);
    expect(api.calls[0]?.body).toMatchObject({ fullName: 'Enzo Rossi', instagram: '@rossi', tiktok: null, vehicles });
    expect(api.calls[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-form-context': expect.stringMatching(/^page=%2F&consent=2&fill=\d+&trap=bot$/),
    });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(/^Your intake form was sent\./)).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Budget' })).toHaveValue('5000-plus');
    await user.click(screen.getByRole('textbox', { name: 'Launch date' }));
    await user.click(button('Previous'));
    await user.click(button('Previous'));
    expect(hasDraft()).toBe(false);
  });

  it('has the same key in another tab with the same draft, so that the office gets it once', async () => {
    const { user, unmount, api } = await openFilledWizard(9);
    await user.click(button('Submit Intake Form'));
    await screen.findByRole('dialog', { name: 'Thank You!' });
    unmount();
    // The other tab has loaded the draft before it was sent.
    sessionStorage.clear();
    const other = await openFilledWizard(9);
    await other.user.click(button('Submit Intake Form'));
    await screen.findByRole('dialog', { name: 'Thank You!' });
    const [first, second] = [...api.calls, ...other.api.calls].map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
  });

  it('says that it failed, logs it, keeps the draft, and takes another key once something is edited', async () => {
    const answers = [{ status: 500, body: 'broken' }, created];
    const { api, user } = await openFilledWizard(9, { [intakeCall]: () => answers.shift() ?? created });
    await user.click(button('Submit Intake Form'));
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent('Failed to submit form. Please try again.'));
    expect(takeConsole()).toEqual([expect.stringContaining('[intake] the form was not sent. ApiError: 500: broken')]);
    expect(hasDraft()).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Additional notes' }), 'Call after noon');
    await user.click(button('Submit Intake Form'));
    await screen.findByRole('button', { name: 'Close' });
    const keys = api.calls.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('takes the message of a failure away when the next try begins', async () => {
    const answers = [
      { status: 500, body: 'broken' },
      { ...created, delay: 500 },
    ];
    const { user } = await openFilledWizard(9, { [intakeCall]: () => answers.shift() ?? created });
    await user.click(button('Submit Intake Form'));
    expect(await screen.findByText('Failed to submit form. Please try again.')).toBeVisible();
    await user.click(button('Submit Intake Form'));
    expect(button('Submitting...')).toBeDisabled();
    await waitFor(() => expect(screen.queryByText('Failed to submit form. Please try again.')).toBeNull());
    expect(button('Submitting...')).toBeDisabled();
    await screen.findByRole('dialog', { name: 'Thank You!' });
    takeConsole();
  });

  it('thanks in a message when the visitor has left the page', async () => {
    const { user, unmount } = await openFilledWizard(9, { [intakeCall]: { ...created, delay: 1000 } });
    await user.click(button('Submit Intake Form'));
    unmount();
    await waitFor(() =>
      expect(currentToasts()).toMatchObject([
        {
          tone: 'success',
          title: 'Thank You!',
          description: 'We have your intake form. A representative will connect with you today.',
        },
      ]),
    );
    expect(hasDraft()).toBe(false);
  });

  it('says no longer that it was sent once the next submit begins, or the draft is cleared', async () => {
    const answers = [created, { status: 500, body: 'broken' }, created];
    const { user } = await openFilledWizard(9, { [intakeCall]: () => answers.shift() ?? created });
    const notes = screen.getByRole('textbox', { name: 'Additional notes' });
    await user.click(button('Submit Intake Form'));
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(sentNote()).toBeVisible();
    await user.type(notes, 'Call after noon');
    await user.click(button('Submit Intake Form'));
    expect(await screen.findByText('Failed to submit form. Please try again.')).toBeVisible();
    expect(sentNote()).toBeNull();
    await user.click(button('Submit Intake Form'));
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(sentNote()).toBeVisible();
    await user.type(notes, 'Or before');
    await user.click(button('Clear draft'));
    expect(sentNote()).toBeNull();
    takeConsole();
  });

  it('keeps a draft of what was typed meanwhile', async () => {
    const { user } = await openFilledWizard(9, { [intakeCall]: { ...created, delay: 1000 } });
    await user.click(button('Submit Intake Form'));
    fireEvent.change(screen.getByRole('textbox', { name: 'Additional notes' }), { target: { value: 'Later' } });
    expect(button('Submitting...')).toBeDisabled();
    await screen.findByRole('dialog', { name: 'Thank You!' });
    expect(loadDraft(Date.now())).toEqual(buildWizardValues({ additionalNotes: 'Later' }));
  });

  it('keeps a draft of what was typed in another tab, which this one has not sent', async () => {
    const { user } = await openFilledWizard(9);
    const elsewhere = buildWizardValues({ additionalNotes: 'Call after noon' });
    saveDraft(elsewhere, Date.now());
    await user.click(button('Submit Intake Form'));
    await screen.findByRole('dialog', { name: 'Thank You!' });
    expect(loadDraft(Date.now())).toEqual(elsewhere);
  });

  it('puts what the server refused at its field and into the list', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'x',
      message: 'Check the form.',
      requestId: 'r',
      errors: [{ field: 'vehicles.1.year', message: 'No such year.' }],
    };
    const refusal = { status: 400, body: problem, headers: { 'Content-Type': 'application/problem+json' } };
    const vehicles = [buildVehicle(), buildVehicle()];
    const { user } = await openFilledWizard(9, { [intakeCall]: refusal }, { vehicles });
    await user.click(button('Submit Intake Form'));
    await user.click(await screen.findByRole('link', { name: 'Step 3, Vehicle 2: Year' }));
    const year = within(screen.getByRole('group', { name: 'Vehicle 2' })).getByRole('textbox', { name: 'Year' });
    expect(year).toHaveFocus();
    expect(year).toHaveAccessibleDescription('No such year.');
    expect(takeConsole()).toHaveLength(1);
  });
});

describe('errors', () => {
  it('are checked on submit only, listed with their steps, shown at their fields, and gone when they are mended', async () => {
    const { api, user } = await openWizard(9);
    await user.click(button('Submit Intake Form'));
    const summary = await screen.findByRole('group', { name: '12 fields need your attention' });
    await waitFor(() => expect(summary).toHaveFocus());
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'On this step: 1 field',
      'Step 1: Full name',
      'Step 1: Business name',
      'Step 1: Phone',
      'Step 1: Email',
      'Step 1: City & State',
      'Step 3, Vehicle 1: Year',
      'Step 3, Vehicle 1: Make',
      'Step 3, Vehicle 1: Model',
      'Step 3, Vehicle 1: Color',
      'Step 3, Vehicle 1: Daily rate',
      'Step 3, Vehicle 1: Key features',
    ]);
    expect(screen.getByRole('combobox', { name: 'Budget' })).toHaveAccessibleDescription(
      'For the whole website. Please select a budget range.',
    );
    await user.click(screen.getByRole('link', { name: 'Step 1: Email' }));
    const email = screen.getByRole('textbox', { name: 'Email' });
    expect(email).toHaveFocus();
    expect(email).toHaveAccessibleDescription('Valid email is required');
    await user.type(email, 'enzo@rossi.example');
    await waitFor(() => expect(email).toBeValid());
    expect(screen.getByRole('group', { name: '11 fields need your attention' })).toBeVisible();
    // Steps other than the first have no words of the specification.
    await user.click(screen.getByRole('link', { name: 'Step 3, Vehicle 1: Year' }));
    const year = screen.getByRole('textbox', { name: 'Year' });
    expect(year).toHaveFocus();
    expect(year).toHaveAccessibleDescription('Please fill in this field.');
    expect(api.calls).toEqual([]);
  });

  it('are announced on the last step before it is sent, with links to the other steps', async () => {
    const { user } = await openWizard(9);
    const left = screen.getByText(/^Before you send the form/);
    expect(left).toHaveTextContent('fill in the required fields of Business Owner Information and Fleet Information.');
    await user.click(within(left).getByRole('link', { name: 'Fleet Information' }));
    expect(screen.getByText('Step 3 of 9')).toBeVisible();
    expect(screen.queryByText(/^Before you send the form/)).toBeNull();
  });

  it('out of sight give the focus to the list, be it one', async () => {
    const { user } = await openFilledWizard(9, undefined, { email: 'enzo', budget: '' });
    await user.click(button('Submit Intake Form'));
    await waitFor(() => expect(screen.getByRole('group', { name: '2 fields need your attention' })).toHaveFocus());
    expect(screen.getByRole('link', { name: /^Step 1 ?, 1 to correct/ })).toBeVisible();
  });

  it('of this step alone are not announced, and give the focus to their first field', async () => {
    const { user } = await openFilledWizard(9, undefined, { budget: '' });
    await waitFor(() => expect(screen.queryByText(/^Before you send the form/)).toBeNull());
    await user.click(button('Submit Intake Form'));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Budget' })).toHaveFocus());
  });
});

describe('the draft', () => {
  it('comes back, and is cleared with a way back', async () => {
    const { user } = await openFilledWizard(3, undefined, { vehicles: [buildVehicle(), buildVehicle()] });
    await screen.findByRole('group', { name: 'Vehicle 2' });
    await user.click(button('Clear draft'));
    expect(screen.queryByRole('group', { name: 'Vehicle 2' })).toBeNull();
    expect(screen.getByText('Draft cleared')).toBeVisible();
    expect(localStorage).toHaveLength(0);
    expect(button('Undo')).toHaveFocus();
    await user.click(button('Undo'));
    expect(await screen.findByRole('group', { name: 'Vehicle 2' })).toBeVisible();
    expect(localStorage).toHaveLength(1);
  });

  it('can no longer be brought back by Undo once something was typed', async () => {
    const { user } = await openFilledWizard(1);
    await user.click(button('Clear draft'));
    const name = screen.getByRole('textbox', { name: 'Full name' });
    await user.type(name, 'E');
    await user.clear(name);
    expect(localStorage).toHaveLength(0);
    expect(screen.queryByText('Draft cleared')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('gets only the changes of this tab when another tab has saved since', async () => {
    const { user } = await openFilledWizard(1, undefined, { vehicles: [buildVehicle(), buildVehicle()] });
    const name = screen.getByRole('textbox', { name: 'Full name' });
    await waitFor(() => expect(name).toHaveValue('Enzo Rossi'));
    const elsewhere = buildWizardValues({ email: 'new@rossi.example', vehicles: [buildVehicle({ color: 'Blue' })] });
    saveDraft(elsewhere, Date.now());
    await user.type(name, ' jr');
    expect(loadDraft(Date.now())).toEqual({ ...elsewhere, fullName: 'Enzo Rossi jr' });
    await user.click(button('Clear draft'));
    expect(localStorage).toHaveLength(0);
  });

  it('does not bring a vehicle back that was removed', async () => {
    const vehicles = [buildVehicle(), buildVehicle({ color: 'Blue' }), buildVehicle({ color: 'Red' })];
    const { user } = await openFilledWizard(3, undefined, { vehicles });
    await screen.findByRole('group', { name: 'Vehicle 3' });
    await user.click(button('Remove vehicle 2'));
    const last = within(screen.getByRole('group', { name: 'Vehicle 2' }));
    await user.type(last.getByRole('textbox', { name: 'Color' }), 'dish');
    expect(loadDraft(Date.now())?.vehicles).toEqual([buildVehicle(), buildVehicle({ color: 'Reddish' })]);
  });
});
