import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildProblem, problemContentType } from 'kit/contracts/problem';
import { type FakeAnswer, renderWithKit, startFakeApi } from 'kit/testing';
import { currentToasts } from 'kit/toast/store';
import { useLocation } from 'react-router';
import { sampleDate } from '../features/market/market-dialogs.tsx';
import { LeadsPage } from './leads-page.tsx';

const sampleThanks = 'Thank you for requesting a free sample! We will contact you shortly.';
const purchaseThanks = 'Thank you for your purchase! You will receive an email with your leads shortly.';

let scrolledTo: string[] = [];

beforeEach(() => {
  scrolledTo = [];
  // jsdom has no layout and cannot scroll.
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo.push(this.id);
  };
});

afterEach(() => {
  sessionStorage.clear();
  expect(document.querySelectorAll('dialog[open]').length).toBeLessThanOrEqual(1);
});

function Address() {
  return <output aria-label="Address">{useLocation().search}</output>;
}

function openPage(route = '/leads', site = {}) {
  return renderWithKit(
    <>
      <LeadsPage />
      <Address />
    </>,
    { route, site },
  );
}

// To compute the name of every button of the page takes long. Browser tests find all of these by role and name.
const row = (pack: string) => within(screen.getByText(pack, { selector: 'th *' }).closest('tr') as HTMLElement);
const press = (name: string) => screen.getByText(name, { selector: 'button' });
const inDialog = async (name: string, role = 'dialog') =>
  within(await screen.findByRole(role)).findByText(name, { selector: 'button' });

/** Fills a field in at once, because single keys are slow. */
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('choosing an industry', () => {
  it('starts with roofing: three packs, a landing page, and a demo of it that is not there yet and does nothing', () => {
    openPage();
    expect(screen.getByRole('tab', { name: 'Roofing', selected: true })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Roofing', pressed: true })).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(4);
    expect(screen.getByText('$16.25 per lead')).toBeVisible();
    expect(screen.getByText('27-36%').parentElement).toHaveTextContent('Conversion rate: 27-36%');
    const before = document.body.innerHTML;
    expect(press('View Demo')).toHaveAccessibleDescription('No demo of this page yet.');
    press('View Demo').click();
    expect(document.body.innerHTML).toBe(before);
  });

  it('writes a pressed filter into the address, keeps the rest of it, and goes to the section', async () => {
    const { user } = openPage('/leads?utm_source=mail');
    const solar = screen.getByText('Solar', { selector: '[aria-pressed] *' });
    await user.click(solar);
    expect(screen.getByLabelText('Address')).toHaveTextContent('?utm_source=mail&industry=solar');
    expect(screen.getByRole('tabpanel', { name: 'Solar' })).toHaveFocus();
    expect(scrolledTo).toEqual(['solar']);
    await user.click(solar);
    expect(scrolledTo).toEqual(['solar', 'solar']);
    await user.click(screen.getByText('Legal', { selector: '[role=tab]' }));
    await user.keyboard('{ArrowRight}{End}');
    expect(screen.getByText('Estate Cleanout Pack')).toBeVisible();
    // A tab is chosen where the visitor is.
    expect(scrolledTo).toEqual(['solar', 'solar']);
  });
});

describe('the dialogs', () => {
  it('show a sample lead of the chosen pack, and go on to its checkout', async () => {
    const { user } = openPage('/leads?industry=legal');
    await user.click(row('Estate Planning Pack').getByText('View Sample'));
    const sample = await screen.findByRole('dialog', { name: 'Lead Sample' });
    expect(within(sample).getByText('Harold Nowak')).toBeVisible();
    const thisMonth = sampleDate(0).slice(0, -2);
    expect(within(sample).getByText(new RegExp(`^${thisMonth}\\d\\d$`))).toBeVisible();

    await user.click(await inDialog('Buy This Pack'));
    const checkout = await screen.findByRole('dialog', { name: 'Tell Us About Your Business' });
    expect(screen.getAllByRole('dialog')).toEqual([checkout]);
    const order = within(within(checkout).getByRole('region', { name: 'Your order' }));
    expect(order.getByText('$25.00')).toBeVisible();
    expect(order.getByText('$375')).toBeVisible();
    expect(await inDialog('Buy Lead Pack ($375)')).toBeVisible();
  });

  it('start with the choices of the specification, and keep what was typed when closed by mistake, for the same pack alone, until it is sent, however long it is', async () => {
    const { user } = openPage();
    const openCheckout = async (pack: string) => {
      await user.click(row(pack).getByText('Buy Now'));
      await screen.findByRole('dialog');
      return screen.getByLabelText('Company Name');
    };
    await openCheckout('Storm Claims Pack');
    fill('Company Name', 'Ridge & Sons');
    await user.selectOptions(screen.getByLabelText('Lead Volume'), 'high');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    expect(await openCheckout('Fast Repair Pack')).toHaveValue('');
    expect(screen.getByLabelText('Lead Volume')).toHaveValue('low');
    expect(screen.getByLabelText('Delivery Method')).toHaveValue('email');
    expect(screen.getByLabelText('Monthly Budget')).toHaveValue('medium');
    expect(
      screen.getByLabelText('I understand these leads are exclusive and final sale. No refunds available.'),
    ).not.toBeChecked();
    const headings = [...screen.getByRole('dialog').querySelectorAll('h3')].map(({ textContent }) => textContent);
    expect(headings).toEqual(
      expect.arrayContaining([
        'Business Information',
        'Contact Information',
        'Lead Requirements',
        'Additional Information',
      ]),
    );
    await user.click(await inDialog('Cancel'));

    expect(await openCheckout('Storm Claims Pack')).toHaveValue('Ridge & Sons');
    expect(screen.getByLabelText('Lead Volume')).toHaveValue('high');
    fill('Full Name', 'x'.repeat(2001));
    fill('Comments', '\u0001\n'.repeat(5001));
    await user.click(await inDialog('Become a Client'));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(purchaseThanks);
    await user.click(await inDialog('OK', 'alertdialog'));
    expect(await openCheckout('Storm Claims Pack')).toHaveValue('');
  });

  it('are closed when the page is opened again, keep what was typed until it is sent, and refuse what the browser refuses in an e-mail field, and nothing else', async () => {
    const openSample = async () => {
      const page = openPage();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      await page.user.click(press('Request Free Sample'));
      await screen.findByRole('dialog');
      return page;
    };
    const { unmount } = await openSample();
    fill('Full Name', 'Dana Ortiz');
    unmount();
    const { user } = await openSample();
    expect(screen.getByLabelText('Full Name')).toHaveValue('Dana Ortiz');
    fill('City/State', 'x'.repeat(2001));
    fill('Phone', 'x');
    fill('Email', 'nobody');
    await user.click(await inDialog('Submit Request'));
    expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    fill('Email', 'nobody@localhost');
    await user.click(await inDialog('Submit Request'));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(sampleThanks);
    expect(sessionStorage.getItem('form-draft free-sample')).toBeNull();
  });
});

describe('sampleDate', () => {
  it.each([
    [3, new Date(2026, 10, 22), '2026-11-19'],
    [7, new Date(2026, 10, 4), '2026-11-01'],
    [1, new Date(2027, 0, 1), '2027-01-01'],
    [5, new Date(2028, 1, 29, 23, 59), '2028-02-24'],
  ])('is %d days before %s, within its month', (daysAgo, today, date) => {
    expect(sampleDate(daysAgo, today)).toBe(date);
  });
});

describe('a site that delivers local forms', () => {
  let api: Awaited<ReturnType<typeof startFakeApi>>;
  afterEach(() => api.close());

  /** Opens the page with an API that gives these answers to inquiries, one after the other, and then accepts. */
  async function openDelivering(answers: FakeAnswer[], route?: string) {
    api = await startFakeApi({ 'POST /api/inquiries': () => answers.shift() ?? accepted });
    return openPage(route, { deliverLocalForms: true });
  }
  const accepted = { status: 201, body: {} };

  it('says on the pressed button that it waits, gives the focus back to it when it was refused, and names the pack and the button in each call', async () => {
    const held = Promise.withResolvers<void>();
    const { user } = await openDelivering([{ status: 503, body: {}, after: held.promise }], '/leads?industry=hvac');
    const buyNow = () => user.click(row('Summer AC Pack').getByText('Buy Now'));
    await buyNow();
    const buy = await inDialog('Buy Lead Pack ($290)');
    await user.click(buy);
    expect(await inDialog('Submitting...')).toBe(buy);
    expect(await inDialog('Become a Client')).toBeDisabled();
    held.resolve();
    await screen.findByRole('alert');
    await waitFor(() => expect(buy).toHaveFocus());
    expect(buy).toHaveTextContent('Buy Lead Pack ($290)');
    await user.click(buy);
    await user.click(await inDialog('OK', 'alertdialog'));
    await buyNow();
    await user.click(await inDialog('Become a Client'));
    await screen.findByRole('alertdialog');
    expect(api.calls.slice(1).map(({ body }) => body)).toMatchObject([
      { form: 'checkout', about: 'Summer AC Pack: Buy Lead Pack' },
      { form: 'checkout', about: 'Summer AC Pack: Become a Client' },
    ]);
  });

  it('sends the request for a sample to the office, keeps everything and says why when it is refused, and sends it again under the same key', async () => {
    const refusal = buildProblem({ status: 503, title: 'Busy', message: 'We are being updated.', requestId: 'r1' });
    const { user } = await openDelivering([
      { status: 503, body: refusal, headers: { 'Content-Type': problemContentType } },
    ]);
    await user.click(press('Request Free Sample'));
    await screen.findByLabelText('Full Name');
    fill('Full Name', 'Dana Ortiz');
    await user.click(await inDialog('Submit Request'));
    expect(await screen.findByRole('alert')).toHaveTextContent('We are being updated.');
    expect(screen.getByLabelText('Full Name')).toHaveValue('Dana Ortiz');
    await user.click(await inDialog('Submit Request'));
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    const request = {
      form: 'free-sample',
      fields: { fullName: 'Dana Ortiz', email: '', phone: '', industry: 'roofing', cityState: '' },
    };
    expect(api.calls.map(({ body }) => body)).toEqual([request, request]);
    const [first, second] = api.calls.map(({ headers }) => headers['idempotency-key']);
    expect(first).toEqual(expect.any(String));
    expect(second).toBe(first);
  });

  // Last, because a notification keeps the notification area busy in all later tests.
  it('does not thank for a request whose dialog was closed meanwhile, and says in a notification that it was not sent', async () => {
    const taken = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<void>();
    const { user } = await openDelivering([
      { ...accepted, after: taken.promise },
      { status: 503, body: {}, after: refused.promise },
    ]);
    for (const held of [taken, refused]) {
      await user.click(press('Request Free Sample'));
      await user.click(await inDialog('Submit Request'));
      await user.click(screen.getByLabelText('Dismiss'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(currentToasts()).toEqual([]);
      held.resolve();
      await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
      expect(screen.queryByRole('alertdialog')).toBeNull();
    }
    expect(api.calls).toHaveLength(2);
    await waitFor(() => expect(currentToasts()).toMatchObject([{ tone: 'error', title: 'Error' }]));
  });
});
