import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { findViolations, renderWithKit } from 'kit/testing';
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
  expect(document.querySelectorAll('dialog[open]').length).toBeLessThanOrEqual(1);
});

function Address() {
  return <output aria-label="Address">{useLocation().search}</output>;
}

function openPage(route = '/leads') {
  return renderWithKit(
    <>
      <LeadsPage />
      <Address />
    </>,
    { route },
  );
}

const row = (pack: string) => within(screen.getByRole('row', { name: new RegExp(`^${pack}`) }));
const press = (name: string) => screen.getByRole('button', { name });

describe('choosing an industry', () => {
  it('starts with roofing: three packs and a landing page', () => {
    openPage();
    expect(screen.getByRole('tab', { name: 'Roofing', selected: true })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Roofing', pressed: true })).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(4);
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Pack Name',
      'Type',
      'Location',
      'Leads',
      'Price',
      'Actions',
    ]);
    const cells = screen.getByRole('row', { name: /^Storm Claims Pack/ }).querySelectorAll('td:not(:last-child)');
    expect([...cells].map((cell) => cell.textContent)).toEqual(['Roof Replacement', 'Oklahoma City', '20', '$325']);
    expect(screen.getByText('$16.25 per lead')).toBeVisible();
    expect(screen.getByText('27-36%').parentElement).toHaveTextContent('Conversion rate: 27-36%');
  });

  it('takes the industry from the address', () => {
    openPage('/leads?industry=realEstate');
    expect(screen.getByRole('tabpanel', { name: 'Real Estate' })).toHaveAttribute('id', 'realEstate');
    expect(screen.getByRole('row', { name: /^Wholesaling Pack/ })).toBeVisible();
    expect(screen.queryByText('High-Converting Landing Pages')).not.toBeInTheDocument();
  });

  it('falls back to roofing when the address names no industry of ours', () => {
    openPage('/leads?industry=plumbing');
    expect(screen.getByRole('tabpanel', { name: 'Roofing' })).toBeVisible();
  });

  it('writes a pressed filter into the address, keeps the rest of it, and goes to the section', async () => {
    const { user } = openPage('/leads?utm_source=mail');
    await user.click(press('Solar'));
    expect(screen.getByLabelText('Address')).toHaveTextContent('?utm_source=mail&industry=solar');
    expect(screen.getByRole('tabpanel', { name: 'Solar' })).toHaveFocus();
    expect(scrolledTo).toEqual(['solar']);
    await user.click(press('Solar'));
    expect(scrolledTo).toEqual(['solar', 'solar']);
  });

  it('moves through the tabs with the arrow keys, Home and End, without scrolling away', async () => {
    const { user } = openPage();
    await user.click(screen.getByRole('tab', { name: 'Legal' }));
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'HVAC', selected: true })).toHaveFocus();
    await user.keyboard('{Home}{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'Junk Removal', selected: true })).toHaveFocus();
    await user.keyboard('{ArrowRight}{End}');
    expect(screen.getByRole('row', { name: /^Estate Cleanout Pack/ })).toBeVisible();
    expect(scrolledTo).toEqual([]);
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
    expect(await findViolations(sample)).toEqual([]);

    await user.click(press('Buy This Pack'));
    const checkout = await screen.findByRole('dialog', { name: 'Tell Us About Your Business' });
    expect(screen.getAllByRole('dialog')).toEqual([checkout]);
    const order = within(within(checkout).getByRole('region', { name: 'Your order' }));
    expect(order.getByText('$25.00')).toBeVisible();
    expect(order.getByText('$375')).toBeVisible();
    expect(press('Buy Lead Pack ($375)')).toBeVisible();
    expect(await findViolations(checkout)).toEqual([]);
  });

  it.each(['Become a Client', 'Buy Lead Pack ($325)'])(
    'thank for the purchase after "%s", with no field filled',
    async (name) => {
      const { user } = openPage();
      const opener = row('Storm Claims Pack').getByRole('button', { name: 'Buy Now' });
      await user.click(opener);
      await screen.findByRole('dialog');
      await user.click(press(name));
      expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(purchaseThanks);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      await user.click(press('OK'));
      expect(opener).toHaveFocus();
    },
  );

  it('offer roofing first in the free sample, whatever tab is open, and thank for the request', async () => {
    const { user } = openPage('/leads?industry=solar');
    await user.click(press('Request Free Sample'));
    const dialog = await screen.findByRole('dialog', { name: 'Request Free Lead Sample' });
    expect(screen.getByLabelText('Industry')).toHaveValue('roofing');
    expect(await findViolations(dialog)).toEqual([]);
    await user.click(press('Submit Request'));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(sampleThanks);
  });

  it('start the questionnaire with the choices of the specification', async () => {
    const { user } = openPage();
    await user.click(row('Fast Repair Pack').getByRole('button', { name: 'Buy Now' }));
    await screen.findByRole('dialog');
    expect(screen.getByLabelText('Lead Volume')).toHaveValue('low');
    expect(screen.getByLabelText('Delivery Method')).toHaveValue('email');
    expect(screen.getByLabelText('Monthly Budget')).toHaveValue('medium');
    expect(
      screen.getByLabelText('I understand these leads are exclusive and final sale. No refunds available.'),
    ).not.toBeChecked();
    for (const name of ['Business Information', 'Contact Information', 'Lead Requirements', 'Additional Information']) {
      expect(screen.getByRole('heading', { name })).toBeVisible();
    }
  });

  it('keep what was typed when closed by mistake, for the same pack alone, until it is sent', async () => {
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
    await user.click(press('Cancel'));

    expect(await openCheckout('Storm Claims Pack')).toHaveValue('Ridge & Sons');
    expect(screen.getByLabelText('Lead Volume')).toHaveValue('high');
    await user.click(press('Become a Client'));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    expect(await openCheckout('Storm Claims Pack')).toHaveValue('');
  });

  it('refuse what the browser refuses in an e-mail field, and nothing else', async () => {
    const { user } = openPage();
    await user.click(press('Request Free Sample'));
    await screen.findByRole('dialog');
    await user.type(screen.getByLabelText('Phone'), 'x');
    await user.type(screen.getByLabelText('Email'), 'nobody');
    await user.click(press('Submit Request'));
    expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    await user.type(screen.getByLabelText('Email'), '@localhost');
    await user.click(press('Submit Request'));
    expect(await screen.findByRole('alertdialog')).toBeVisible();
  });

  it('check no field however long, or of how many lines, what is in it', async () => {
    const { user } = openPage();
    await user.click(row('Storm Claims Pack').getByRole('button', { name: 'Buy Now' }));
    await screen.findByRole('dialog');
    fireEvent.change(screen.getByLabelText('Full Name'), { target: { value: 'x'.repeat(2001) } });
    fireEvent.change(screen.getByLabelText('Comments'), { target: { value: '\u0001\n'.repeat(5001) } });
    await user.click(press('Become a Client'));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(purchaseThanks);

    await user.click(press('OK'));
    await user.click(press('Request Free Sample'));
    await screen.findByRole('dialog');
    fireEvent.change(screen.getByLabelText('City/State'), { target: { value: 'x'.repeat(2001) } });
    await user.click(press('Submit Request'));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription(sampleThanks);
  });

  it('are closed when the visitor leaves the page and comes back', async () => {
    const { user, unmount } = openPage();
    await user.click(press('Request Free Sample'));
    await screen.findByRole('dialog');
    unmount();
    openPage();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('View Demo', () => {
  it('says that there is no demo, and does nothing', () => {
    openPage();
    const before = document.body.innerHTML;
    expect(press('View Demo')).toHaveAccessibleDescription('No demo of this page yet.');
    press('View Demo').click();
    expect(document.body.innerHTML).toBe(before);
  });
});
