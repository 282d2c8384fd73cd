import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderWithKit } from '../testing/index.ts';
import { Button } from '../ui/index.ts';
import { Tooltip } from './index.ts';

beforeEach(() => {
  jest.useFakeTimers();
  renderWithKit(
    <>
      <Tooltip text="Copies the link">
        <Button>Copy</Button>
      </Tooltip>
      <Tooltip text="Opens a new tab">
        <Button>Open</Button>
      </Tooltip>
    </>,
  );
});

afterEach(() => {
  act(() => jest.advanceTimersByTime(10_000)); // the next test is no close follower
  jest.useRealTimers();
});

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const button = (name: string) => screen.getByRole('button', { name });

describe('Tooltip', () => {
  it('describes its control, seen or not', () => {
    expect(button('Copy')).toHaveAccessibleDescription('Copies the link');
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('opens 700 ms after the pointer came, and closes when it leaves', () => {
    fireEvent.pointerEnter(button('Copy'));
    pass(699);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    pass(1);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Copies the link');
    fireEvent.pointerLeave(button('Copy'));
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('does not open for a pointer that only passes', () => {
    fireEvent.pointerEnter(button('Copy'));
    pass(400);
    fireEvent.pointerLeave(button('Copy'));
    pass(2000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('opens at once within 300 ms after another', () => {
    fireEvent.pointerEnter(button('Copy'));
    pass(700);
    fireEvent.pointerLeave(button('Copy'));
    pass(300);
    fireEvent.pointerEnter(button('Open'));
    pass(0);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Opens a new tab');
  });

  it('waits again when the other was closed longer ago', () => {
    fireEvent.pointerEnter(button('Copy'));
    pass(700);
    fireEvent.pointerLeave(button('Copy'));
    pass(301);
    fireEvent.pointerEnter(button('Open'));
    pass(699);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('opens on focus as well, and closes on Escape', () => {
    act(() => button('Copy').focus());
    pass(700);
    expect(screen.getByRole('tooltip')).toBeVisible();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    expect(button('Copy')).toHaveFocus();
  });
});
