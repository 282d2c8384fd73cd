import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { findViolations, renderWithKit } from 'kit/testing';
import { content as hvac } from '../content/industries/hvac.ts';
import { content as roofing } from '../content/industries/roofing.ts';
import { Calculator } from './calculator.tsx';

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
