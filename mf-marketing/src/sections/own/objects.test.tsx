import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { findViolations, renderWithKit } from 'kit/testing';
import { AppointmentBook } from './appointment-book.tsx';
import { BeforeTheSign } from './before-the-sign.tsx';
import { HeatWeek } from './heat-week.tsx';
import { SearchTerms } from './search-terms.tsx';
import { WeeklyReport } from './weekly-report.tsx';

describe('the appointment book', () => {
  it('fills an open slot with a press, and opens it with another', async () => {
    const { user } = renderWithKit(<AppointmentBook />);
    const slots = screen.getAllByRole('button', { pressed: false });
    expect(slots).toHaveLength(3);
    expect(screen.getByRole('status')).toHaveTextContent('3 slots are still open');
    for (const slot of slots) await user.click(slot);
    expect(screen.getByRole('status')).toHaveTextContent('The week is full.');
    await user.click(screen.getByRole('button', { name: /^2:00/ }));
    expect(screen.getByRole('status')).toHaveTextContent('1 slot is still open');
    expect(screen.getByRole('button', { name: /^2:00/, pressed: false })).toBeVisible();
    expect(await findViolations()).toEqual([]);
  });
});

describe('the heat week', () => {
  it('goes through the week, and says what holds on each day', async () => {
    renderWithKit(<HeatWeek />);
    const slider = screen.getByRole('slider', { name: 'Slide through the week' });
    const current = () => document.querySelector('[aria-current=true]');
    expect(slider).toHaveAttribute('aria-valuetext', 'Sun, 97°, 11 requests');
    fireEvent.change(slider, { target: { value: '0' } });
    expect(slider).toHaveAttribute('aria-valuetext', 'Mon, 84°, 2 requests');
    expect(current()).toHaveTextContent('Until Wednesday');
    expect(document.querySelectorAll('[data-ahead]')).toHaveLength(6);
    fireEvent.change(slider, { target: { value: '5' } });
    expect(current()).toHaveTextContent('At your limit');
    expect(await findViolations()).toEqual([]);
  });
});

describe('the weeks before the sign', () => {
  it('goes through the weeks, and dims what is still to come', async () => {
    renderWithKit(<BeforeTheSign />);
    const slider = screen.getByRole('slider', { name: 'Slide through the weeks' });
    expect(slider).toHaveAttribute('aria-valuetext', 'Week 9. Knows: the whole town');
    expect(document.querySelectorAll('[data-ahead]')).toHaveLength(0);
    fireEvent.change(slider, { target: { value: '1' } });
    expect(slider).toHaveAttribute('aria-valuetext', 'Week 4. Knows: one owner');
    expect(document.querySelectorAll('[data-ahead]')).toHaveLength(2);
    expect(await findViolations()).toEqual([]);
  });
});

describe('reports', () => {
  it('add up', () => {
    renderWithKit(<SearchTerms />);
    expect(screen.getByRole('row', { name: /^All five/ })).toHaveTextContent('$37110$37.10 a call');
    expect(screen.getAllByRole('row')).toHaveLength(7);
  });

  it('count what was booked', () => {
    renderWithKit(<WeeklyReport />);
    expect(screen.getByRole('row', { name: /^The week/ })).toHaveTextContent('$400107');
  });
});
