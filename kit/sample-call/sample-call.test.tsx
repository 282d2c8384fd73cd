import { describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { findViolations, renderWithKit } from '../testing/index.ts';
import { LateSampleCall, SampleCall } from './index.ts';

const call = {
  trade: 'HVAC',
  when: '11:48 PM, office closed',
  lines: [
    { speaker: 'Agent', text: 'How can I help?' },
    { speaker: 'Caller', text: 'Our furnace quit.' },
  ],
  result: 'On the calendar: 1 AM',
} as const;

const open = () =>
  act(async () => {
    const details = screen.getByRole('group');
    // The browser dispatches the event a moment later.
    const toggled = new Promise((resolve) => details.addEventListener('toggle', resolve, { once: true }));
    details.setAttribute('open', '');
    await toggled;
  });

describe('SampleCall', () => {
  it('opens without script, and is a transcript in the order of the call', async () => {
    renderWithKit(<SampleCall call={call} />);
    const details = screen.getByRole('group');
    expect(details.tagName).toBe('DETAILS');
    expect(details).not.toHaveAttribute('open');
    expect(within(details).getByText('Play the HVAC call')).toBeVisible();
    await open();
    const lines = within(details).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual(['AgentHow can I help?', 'CallerOur furnace quit.']);
    expect(within(details).getByText('On the calendar: 1 AM')).toBeVisible();
    expect(await findViolations()).toEqual([]);
  });

  it('has each line come after the one before it', () => {
    renderWithKit(<SampleCall call={call} />);
    const turns = [...document.querySelectorAll<HTMLElement>('li, [data-part=result]')].map(({ style }) =>
      Number(style.getPropertyValue('--turn')),
    );
    expect(turns).toHaveLength(3);
    expect(turns).toEqual(turns.toSorted((one, other) => one - other));
    expect(new Set(turns).size).toBe(3);
  });
});

describe('LateSampleCall', () => {
  const fallback = 'Read it elsewhere';
  it('writes its transcript when it is opened, in the place of the words for browsers without script', async () => {
    renderWithKit(<LateSampleCall call={call} fallback={fallback} />);
    expect(screen.getByText('Play the HVAC call')).toBeVisible();
    expect(screen.getByText(fallback)).toBeInTheDocument();
    expect(screen.queryByText('How can I help?')).toBeNull();
    await open();
    expect(await screen.findByText('How can I help?')).toBeVisible();
    expect(screen.queryByText(fallback)).toBeNull();
    expect(await findViolations()).toEqual([]);
  });
});
