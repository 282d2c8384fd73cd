import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { takeConsole } from 'kit/testing';
import { currentToasts, dismissToast } from 'kit/toast/store';
import { hasDraft, loadDraft, saveDraft } from '../features/intake/draft/draft.tsx';
import { buildVehicle, buildWizardValues } from '../testing/build-wizard-values.ts';
import { created, intakeCall, openFilledWizard, openWizard } from '../testing/open-wizard.tsx';

// To compute the role and the name of every control takes ten times as long. Browser tests find all of these by both.
const button = (name: string) => screen.getByText(name, { selector: 'button' });
const heading = (name: string) => screen.getByText(name, { selector: 'h2, h3' });
const link = (name: string) => screen.getByText(name, { selector: 'a' });
const field = (label: string) => screen.getByLabelText(label);
const position = () => screen.getByText(/^Step \d of 9$/).textContent;
const sentNote = () => screen.queryByText(/^Your intake form was sent\./);
const stepLinks = () => within(screen.getByLabelText('Steps')).getAllByRole('link', { hidden: true });
/** What the link of each step says besides its number: `, required`, `, filled in` or nothing. */
const marks = () => stepLinks().map(({ textContent }, index) => textContent?.replace(`Step ${index + 1}`, ''));
const goTo = (step: number) => act(() => stepLinks()[step - 1]?.click());

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

describe('the steps', () => {
  it('go on by a press and by Enter, without a check, and back, with position, percent and focus, and keep what was typed', async () => {
    const { user } = await openWizard();
    expect(button('Previous')).toBeDisabled();
    expect(position()).toBe('Step 1 of 9');
    await user.type(field('Full name'), 'Enzo{Enter}');
    expect(heading('Social Media Links')).toHaveFocus();
    expect(position()).toBe('Step 2 of 9');
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '22');
    expect(screen.queryByText(/attention/)).toBeNull();
    await user.click(button('Previous'));
    expect(heading('Business Owner Information')).toHaveFocus();
    expect(field('Full name')).toHaveValue('Enzo');
    // When the key goes down, and no click follows it.
    expect(fireEvent.keyDown(button('Next Step'), { key: 'Enter' })).toBe(false);
    await waitFor(() => expect(position()).toBe('Step 2 of 9'));
  });

  it('go on by each press, also before the step of the first one is drawn, not beyond the last one, and count none that was only looked at', async () => {
    const { api } = await openWizard(3);
    const press = (name: string, times: number) =>
      act(() => {
        const pressed = button(name);
        for (let press = 0; press < times; press += 1) pressed.click();
      });
    press('Next Step', 2);
    expect(position()).toBe('Step 5 of 9');
    press('Previous', 3);
    expect(position()).toBe('Step 2 of 9');
    press('Next Step', 12);
    expect(position()).toBe('Step 9 of 9');
    expect(screen.getByText('100% complete')).toBeVisible();
    expect(screen.queryByText('Next Step')).toBeNull();
    expect(button('Submit Intake Form')).toBeEnabled();
    // It has a question, which has an answer to begin with.
    expect(marks()[5]).toBe('');
    expect(api.calls).toEqual([]);
    press('Previous', 1);
    expect(position()).toBe('Step 8 of 9');
  });

  it('say what is required, count no empty step as filled in, and on the last one, before it is sent, where it is', async () => {
    const { user } = await openWizard(9);
    expect(marks()).toEqual([', required', '', ', required', '', '', '', '', '', ', required']);
    expect(screen.getByText('Fields with a * are required.')).toBeVisible();
    await user.selectOptions(field('Budget'), '5000-plus');
    expect(marks()[8]).toBe(', filled in');
    const left = screen.getByText(/^Before you send the form/);
    expect(left).toHaveTextContent('fill in the required fields of Business Owner Information and Fleet Information.');
    await user.click(within(left).getByText('Fleet Information'));
    expect(position()).toBe('Step 3 of 9');
    expect(screen.queryByText(/^Before you send the form/)).toBeNull();
    goTo(8);
    expect(screen.getByText('Nothing on this step is required.')).toBeVisible();
    await user.click(field('SEO Setup'));
    expect(marks()[7]).toBe(', filled in');
    await user.click(field('SEO Setup'));
    expect(marks()[7]).toBe('');
  });

  it('ask for a domain name and a contract only if there is one, and offer help otherwise', async () => {
    const { user } = await openWizard();
    expect(screen.queryByLabelText('Domain name')).toBeNull();
    await user.click(field('I need help getting a domain'));
    await user.click(field('Yes'));
    expect(field('Domain name')).toBeVisible();
    expect(screen.queryByLabelText(/help/)).toBeNull();
    await user.click(field('No'));
    expect(field('I need help getting a domain')).toBeChecked();
    goTo(6);
    expect(screen.queryByLabelText('Contract file')).toBeNull();
    expect(field('I need help or a contract template')).toBeVisible();
    await user.click(field('Yes'));
    expect(field('Contract file')).toHaveAttribute('accept', '.pdf,.doc,.docx');
    expect(screen.queryByLabelText(/help/)).toBeNull();
  });
});

describe('vehicles', () => {
  it('can be added and removed but for the first, the focus stays with them, and the draft does not bring one back', async () => {
    const vehicles = [buildVehicle(), buildVehicle({ color: 'Blue' }), buildVehicle({ color: 'Red' })];
    const { user } = await openFilledWizard(3, undefined, { vehicles });
    await screen.findByLabelText('Vehicle 3');
    expect(screen.queryByText('Remove vehicle 1')).toBeNull();
    await user.click(button('Remove vehicle 2'));
    expect(heading('Vehicle 1')).toHaveFocus();
    expect(screen.getByText('Vehicle 2 removed')).toBeInTheDocument();
    expect(screen.queryByLabelText('Vehicle 3')).toBeNull();
    await user.type(within(field('Vehicle 2')).getByLabelText('Color'), 'dish');
    expect(loadDraft(Date.now())?.vehicles).toEqual([buildVehicle(), buildVehicle({ color: 'Reddish' })]);
    await user.click(button('Add vehicle'));
    expect(heading('Vehicle 3')).toHaveFocus();
  });
});

describe('sending', () => {
  // A real double click in one place is tried in browsers (e2e/journeys/intake-steps.ci.spec.ts).
  it('posts the payload once, also right after the step before, thanks, keeps the form, removes the draft for good, and has the same key in another tab with the same draft', async () => {
    const filled = { vehicles: [buildVehicle(), buildVehicle({ make: 'Ferrari', model: 'F8' })], instagram: '@rossi' };
    const held = Promise.withResolvers<void>();
    const { api, user, unmount } = await openFilledWizard(
      8,
      { [intakeCall]: { ...created, after: held.promise } },
      filled,
    );
    // Fills the honeypot field as a bot does.
    for (const trap of document.getElementsByName('topic')) fireEvent.change(trap, { target: { value: 'bot' } });
    await user.click(button('Next Step'));
    await user.dblClick(button('Submit Intake Form'));
    expect(button('Submitting...')).toBeDisabled();
    held.resolve();
    const dialog = await screen.findByRole('dialog', { name: 'Thank You!' });
    expect(dialog).toHaveTextContent('A representative will connect with you today.');
    expect(api.calls).toHaveLength(1);
    expect(api.calls[0]?.body).toMatchObject({ fullName: 'Enzo Rossi', tiktok: null, ...filled });
    expect(api.calls[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-form-context': expect.stringMatching(/^page=%2F&consent=2&fill=\d+&trap=bot$/),
    });
    await user.click(button('Close'));
    expect(dialog).not.toHaveAttribute('open');
    expect(button('Submit Intake Form')).toHaveFocus();
    expect(sentNote()).toBeVisible();
    expect(field('Budget')).toHaveValue('5000-plus');
    await user.click(field('Launch date'));
    await user.click(button('Previous'));
    await user.click(button('Previous'));
    expect(hasDraft()).toBe(false);

    unmount();
    // The other tab has loaded the draft before it was sent.
    sessionStorage.clear();
    const other = await openFilledWizard(9, undefined, filled);
    await other.user.click(button('Submit Intake Form'));
    await screen.findByRole('dialog');
    const [first, second] = [...api.calls, ...other.api.calls].map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
  });

  it('says that it failed until the next try begins, logs it, keeps the draft, and that it was sent until the next one begins, under another key once something is edited, or the draft is cleared', async () => {
    const failed = 'Failed to submit form. Please try again.';
    const held = Promise.withResolvers<void>();
    const broken = { status: 500, body: 'broken' };
    const answers = [broken, { ...created, after: held.promise }, broken, created];
    const { api, user } = await openFilledWizard(9, { [intakeCall]: () => answers.shift() ?? created });
    const submit = () => user.click(button('Submit Intake Form'));
    const close = async () => user.click(await screen.findByText('Close', { selector: 'dialog[open] button' }));
    await submit();
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent(failed));
    expect(takeConsole()).toEqual([expect.stringContaining('[intake] the form was not sent. ApiError: 500: broken')]);
    expect(hasDraft()).toBe(true);

    await submit();
    // By itself it would go after five seconds.
    await waitFor(() => expect(currentToasts()).toMatchObject([{ open: false }]), { timeout: 2000 });
    expect(screen.queryByText(failed)).toBeNull();
    expect(button('Submitting...')).toBeDisabled();
    held.resolve();
    await close();
    expect(sentNote()).toBeVisible();

    await user.type(field('Additional notes'), 'Call after noon');
    await submit();
    expect(await screen.findByText(failed)).toBeVisible();
    expect(sentNote()).toBeNull();
    const [first, second, third] = api.calls.map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
    expect(third).not.toBe(first);

    await submit();
    await close();
    expect(sentNote()).toBeVisible();
    await user.type(field('Additional notes'), '!');
    await user.click(button('Clear draft'));
    expect(sentNote()).toBeNull();
    takeConsole();
  });

  it('keeps a draft of what was typed meanwhile or in another tab, and thanks in a message when the visitor has left the page', async () => {
    const meanwhile = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const answers = [{ ...created, after: meanwhile.promise }, created, { ...created, after: left.promise }];
    const { user, unmount } = await openFilledWizard(9, { [intakeCall]: () => answers.shift() ?? created });
    const submit = () => user.click(button('Submit Intake Form'));
    const close = async () => user.click(await screen.findByText('Close', { selector: 'dialog[open] button' }));
    await submit();
    fireEvent.change(field('Additional notes'), { target: { value: 'Later' } });
    expect(button('Submitting...')).toBeDisabled();
    meanwhile.resolve();
    await close();
    const typed = buildWizardValues({ additionalNotes: 'Later' });
    expect(loadDraft(Date.now())).toEqual(typed);

    // This tab has not sent it.
    const elsewhere = buildWizardValues({ additionalNotes: 'Call after noon' });
    saveDraft(elsewhere, Date.now());
    await submit();
    await close();
    expect(loadDraft(Date.now())).toEqual(elsewhere);

    saveDraft(typed, Date.now());
    await submit();
    unmount();
    left.resolve();
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
    await user.click(await screen.findByText('Step 3, Vehicle 2: Year'));
    const year = within(field('Vehicle 2')).getByLabelText('Year');
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
    expect([...summary.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
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
    expect(field('Budget')).toHaveAccessibleDescription('For the whole website. Please select a budget range.');
    await user.click(link('Step 1: Email'));
    const email = field('Email');
    expect(email).toHaveFocus();
    expect(email).toHaveAccessibleDescription('Valid email is required');
    fireEvent.change(email, { target: { value: 'enzo@rossi.example' } });
    await waitFor(() => expect(email).toBeValid());
    expect(screen.getByText('11 fields need your attention')).toBeVisible();
    // Steps other than the first have no words of the specification.
    await user.click(link('Step 3, Vehicle 1: Year'));
    expect(field('Year')).toHaveFocus();
    expect(field('Year')).toHaveAccessibleDescription('Please fill in this field.');
    expect(api.calls).toEqual([]);
  });

  it('of this step alone are not announced and give the focus to their first field, and one out of sight gives it to the list', async () => {
    const { user } = await openFilledWizard(9, undefined, { budget: '' });
    await waitFor(() => expect(marks()[2]).toBe(', filled in'));
    expect(screen.queryByText(/^Before you send the form/)).toBeNull();
    await user.click(button('Submit Intake Form'));
    await waitFor(() => expect(field('Budget')).toHaveFocus());
    goTo(1);
    fireEvent.change(field('Email'), { target: { value: 'enzo' } });
    goTo(9);
    await user.click(button('Submit Intake Form'));
    await waitFor(() => expect(field('2 fields need your attention')).toHaveFocus());
    expect(marks()[0]).toBe(', 1 to correct');
  });
});

describe('the draft', () => {
  it('comes back, and is cleared with a way back until something is typed', async () => {
    const { user } = await openFilledWizard(3, undefined, { vehicles: [buildVehicle(), buildVehicle()] });
    await screen.findByLabelText('Vehicle 2');
    await user.click(button('Clear draft'));
    expect(screen.queryByLabelText('Vehicle 2')).toBeNull();
    expect(screen.getByText('Draft cleared')).toBeVisible();
    expect(localStorage).toHaveLength(0);
    expect(button('Undo')).toHaveFocus();
    await user.click(button('Undo'));
    expect(await screen.findByLabelText('Vehicle 2')).toBeVisible();
    expect(localStorage).toHaveLength(1);

    await user.click(button('Clear draft'));
    await user.type(field('Year'), '2');
    await user.clear(field('Year'));
    expect(localStorage).toHaveLength(0);
    expect(screen.queryByText('Draft cleared')).toBeNull();
    expect(screen.queryByText('Undo')).toBeNull();
  });

  it('gets only the changes of this tab when another tab has saved since', async () => {
    const { user } = await openFilledWizard(1, undefined, { vehicles: [buildVehicle(), buildVehicle()] });
    await waitFor(() => expect(field('Full name')).toHaveValue('Enzo Rossi'));
    const elsewhere = buildWizardValues({ email: 'new@rossi.example', vehicles: [buildVehicle({ color: 'Blue' })] });
    saveDraft(elsewhere, Date.now());
    await user.type(field('Full name'), ' jr');
    expect(loadDraft(Date.now())).toEqual({ ...elsewhere, fullName: 'Enzo Rossi jr' });
    await user.click(button('Clear draft'));
    expect(localStorage).toHaveLength(0);
  });
});
