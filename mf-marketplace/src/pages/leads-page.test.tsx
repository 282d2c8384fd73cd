import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildProblem, problemContentType } from 'kit/contracts/problem';
import { type FakeRoutes, renderWithKit, startFakeApi } from 'kit/testing';
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

const row = (pack: string) => within(screen.getByRole('rowheader', { name: pack }).closest('tr') as HTMLElement);
const press = (name: string) => screen.getByRole('button', { name });
/** A button of the open dialog. To find out the names of all those on the page takes long. */
const inDialog = async (name: string, role = 'dialog') =>
  within(await screen.findByRole(role)).findByRole('button', { name });

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
    await user.click(press('Solar'));
    expect(screen.getByLabelText('Address')).toHaveTextContent('?utm_source=mail&industry=solar');
    expect(screen.getByRole('tabpanel', { name: 'Solar' })).toHaveFocus();
    expect(scrolledTo).toEqual(['solar']);
    await user.click(press('Solar'));
    expect(scrolledTo).toEqual(['solar', 'solar']);
    await user.click(screen.getByRole('tab', { name: 'Legal' }));
    await user.keyboard('{ArrowRight}{End}');
    expect(screen.getByRole('row', { name: /^Estate Cleanout Pack/ })).toBeVisible();
    // A tab is chosen where the visitor is.
    expect(scrolledTo).toEqual(['solar', 'solar']);
  });
});

describe('the dialogs', () => {
  it('show a sample lead of the chosen pack, and go on to its checkout', async () => {
    const { user } = openPage('/leads?industry=legal');
    await user.click(row('Estate Planning Pack').getByRole('button', { name: 'View Sample' }));
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

  it('start with the choices of the specification, and keep what was typed when closed by mistake, for the same pack alone, until it is sent', async () => {
    const { user } = openPage();
    const openCheckout = async (pack: string) => {
      await user.click(row(pack).getByRole('button', { name: 'Buy Now' }));
      await screen.findByRole('dialog');
      return screen.getByLabelText('Company Name');
    };
    await user.type(await openCheckout('Storm Claims Pack'), 'Ridge & Sons');
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
    const dialog = within(screen.getByRole('dialog'));
    for (const name of ['Business Information', 'Contact Information', 'Lead Requirements', 'Additional Information']) {
      expect(dialog.getByRole('heading', { name })).toBeVisible();
    }
    await user.click(await inDialog('Cancel'));

    expect(await openCheckout('Storm Claims Pack')).toHaveValue('Ridge & Sons');
    expect(screen.getByLabelText('Lead Volume')).toHaveValue('high');
    await user.click(await inDialog('Become a Client'));
    await user.click(await inDialog('OK', 'alertdialog'));
    expect(await openCheckout('Storm Claims Pack')).toHaveValue('');
  });

  it('are closed when the page is opened again, and keep what was typed until it is sent', async () => {
    const openSample = async () => {
      const page = openPage();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      await page.user.click(press('Request Free Sample'));
      await screen.findByRole('dialog');
      return page;
    };
    const { user, unmount } = await openSample();
    await user.type(screen.getByLabelText('Full Name'), 'Dana Ortiz');
    unmount();
    const reloaded = await openSample();
    expect(screen.getByLabelText('Full Name')).toHaveValue('Dana Ortiz');
    await reloaded.user.click(await inDialog('Submit Request'));
    await screen.findByRole('alertdialog');
    expect(sessionStorage.getItem('form-draft free-sample')).toBeNull();
  });

  it('refuse what the browser refuses in an e-mail field, and nothing else', async () => {
    const { user } = openPage();
    await user.click(press('Request Free Sample'));
    await screen.findByRole('dialog');
    await user.type(screen.getByLabelText('Phone'), 'x');
    await user.type(screen.getByLabelText('Email'), 'nobody');
    await user.click(await inDialog('Submit Request'));
    expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    await user.type(screen.getByLabelText('Email'), '@localhost');
    await user.click(await inDialog('Submit Request'));
    expect(await screen.findByRole('alertdialog')).toBeVisible();
  });

  it('check no field however long, or of how many lines, what is in it', async () => {
    const { user } = openPage();
    await user.click(row('Storm Claims Pack').getByRole('button', { name: 'Buy Now' }));
    await screen.findByRole('dialog');
    fireEvent.change(screen.getByLabelText('Full Name'), { target: { value: 'x'.repeat(2001) } });
    fireEvent.change(screen.getByLabelText('Comments'), { target: { value: '\u0001\n'.repeat(5001) } });
    await user.click(await inDialog('Become a Client'));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(purchaseThanks);

    await user.click(await inDialog('OK', 'alertdialog'));
    await user.click(press('Request Free Sample'));
    await screen.findByRole('dialog');
    fireEvent.change(screen.getByLabelText('City/State'), { target: { value: 'x'.repeat(2001) } });
    await user.click(await inDialog('Submit Request'));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(sampleThanks);
  });
});

describe('a site that delivers local forms', () => {
  let api: Awaited<ReturnType<typeof startFakeApi>>;
  afterEach(() => api.close());

  async function openDelivering(answer: FakeRoutes[string], route?: string) {
    api = await startFakeApi({ 'POST /api/inquiries': answer });
    return openPage(route, { deliverLocalForms: true });
  }
  async function openFreeSample(answer: FakeRoutes[string]) {
    const { user } = await openDelivering(answer);
    await user.click(press('Request Free Sample'));
    await user.type(await screen.findByLabelText('Full Name'), 'Dana Ortiz');
    return { user, submit: async () => user.click(await inDialog('Submit Request')) };
  }
  /** Holds requests back until the function that it returns is called. */
  function holdRequests() {
    const { fetch } = globalThis;
    const held = Promise.withResolvers<void>();
    globalThis.fetch = (...call) => held.promise.then(() => fetch(...call));
    return held.resolve;
  }
  const buySummerPack = () => row('Summer AC Pack').getByRole('button', { name: 'Buy Now' });

  it('does not thank for a request whose dialog was closed while it was sent', async () => {
    const { user, submit } = await openFreeSample({ status: 201, body: {} });
    const release = holdRequests();
    await submit();
    await user.click(await inDialog('Dismiss'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    release();
    await waitFor(() => expect(api.calls).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('says which pack and which button a questionnaire is about', async () => {
    const { user } = await openDelivering({ status: 201, body: {} }, '/leads?industry=hvac');
    for (const name of ['Become a Client', 'Buy Lead Pack ($290)']) {
      await user.click(buySummerPack());
      await user.click(await inDialog(name));
      await user.click(await inDialog('OK', 'alertdialog'));
    }
    expect(api.calls.map(({ body }) => body)).toMatchObject([
      { form: 'checkout', about: 'Summer AC Pack: Become a Client' },
      { form: 'checkout', about: 'Summer AC Pack: Buy Lead Pack' },
    ]);
  });

  it('says on the pressed button that it waits, and gives the focus back to it when it was refused', async () => {
    const { user } = await openDelivering({ status: 503, body: {} }, '/leads?industry=hvac');
    const release = holdRequests();
    await user.click(buySummerPack());
    const buy = await inDialog('Buy Lead Pack ($290)');
    await user.click(buy);
    expect(await inDialog('Submitting...')).toBe(buy);
    expect(await inDialog('Become a Client')).toBeDisabled();
    release();
    await screen.findByRole('alert');
    await waitFor(() => expect(buy).toHaveFocus());
    expect(await inDialog('Buy Lead Pack ($290)')).toBe(buy);
  });

  it('sends the request for a sample to the office, keeps everything and says why when it is refused, and sends it again under the same key', async () => {
    const refusal = buildProblem({ status: 503, title: 'Busy', message: 'We are being updated.', requestId: 'r1' });
    let refused = false;
    const { submit } = await openFreeSample(() => {
      if (refused) return { status: 201, body: {} };
      refused = true;
      return { status: 503, body: refusal, headers: { 'Content-Type': problemContentType } };
    });
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('We are being updated.');
    expect(screen.getByLabelText('Full Name')).toHaveValue('Dana Ortiz');
    await submit();
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
  it('says in a notification that a request was not sent whose dialog was closed meanwhile', async () => {
    const { user, submit } = await openFreeSample({ status: 503, body: {} });
    const release = holdRequests();
    await submit();
    await user.click(await inDialog('Dismiss'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    release();
    await waitFor(() => expect(currentToasts()).toMatchObject([{ tone: 'error', title: 'Error' }]));
  });
});
