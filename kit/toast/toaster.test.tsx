import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { KitProvider } from '../theme/index.tsx';
import { currentToasts, defaultDuration, dismissToast, removeDelay, showToast } from './store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  // Removes the messages of the test, as a quarter of an hour would.
  act(() => {
    for (const { id } of currentToasts()) dismissToast(id);
    jest.advanceTimersByTime(removeDelay);
  });
  jest.useRealTimers();
});

async function show(message: Partial<Parameters<typeof showToast>[0]> = {}) {
  await act(async () => {
    showToast({ title: 'Success!', tone: 'success', ...message });
    await import('./toast-region.tsx');
  });
  act(() => {
    jest.advanceTimersByTime(100);
  });
}

function renderToaster() {
  render(
    <KitProvider>
      <Toaster />
    </KitProvider>,
  );
}

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

describe('the notification area', () => {
  it('is not there before the first message', () => {
    renderToaster();
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  it('says a success politely and an error at once, and shows one message at a time, the latest', async () => {
    renderToaster();
    await show({ description: 'Thank you for your interest! We will contact you shortly.' });
    expect(screen.getByRole('status')).toHaveTextContent('Success!Thank you for your interest!');
    await show({ title: 'Error', tone: 'error' });
    expect(screen.getByRole('alert')).toHaveTextContent('Error');
    expect(screen.getByText('Error')).toBeVisible();
    expect(screen.queryByText('Success!')).not.toBeInTheDocument();
  });

  it('takes a message away after 5 seconds', async () => {
    renderToaster();
    await show();
    pass(defaultDuration - 200);
    expect(screen.getByText('Success!')).toBeVisible();
    pass(300);
    expect(screen.queryByText('Success!')).not.toBeInTheDocument();
  });

  it('waits while the pointer is over it, and goes on where it stopped', async () => {
    renderToaster();
    await show();
    pass(3000);
    fireEvent.pointerEnter(screen.getByRole('region'));
    pass(60_000);
    expect(screen.getByText('Success!')).toBeVisible();
    fireEvent.pointerLeave(screen.getByRole('region'));
    pass(1500);
    expect(screen.getByText('Success!')).toBeVisible();
    pass(600);
    expect(screen.queryByText('Success!')).not.toBeInTheDocument();
  });

  it('takes the focus on F8, and waits while it has it', async () => {
    renderToaster();
    await show();
    fireEvent.keyDown(document.body, { key: 'F8' });
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toHaveFocus();
    pass(20_000);
    expect(screen.getByText('Success!')).toBeVisible();
  });

  it('takes a message away when it is closed, and forgets it after 1,000,000 ms, not before', async () => {
    renderToaster();
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    expect(screen.queryByText('Success!')).not.toBeInTheDocument();
    pass(removeDelay - 1);
    expect(currentToasts()).toHaveLength(1);
    pass(1);
    expect(currentToasts()).toHaveLength(0);
  });

  it('takes the focus on an F8 before the first message too', async () => {
    renderToaster();
    await act(async () => {
      fireEvent.keyDown(document.body, { key: 'F8' });
      await import('./toast-region.tsx');
    });
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toHaveFocus();
  });

  it.each(['Escape', 'the button'])(
    'gives the focus back when %s closes a message, and the next one has its time',
    async (way) => {
      renderToaster();
      const field = document.body.appendChild(document.createElement('input'));
      await show();
      field.focus();
      fireEvent.keyDown(field, { key: 'F8' });
      const button = screen.getByRole('button', { name: 'Close notification' });
      act(() => button.focus());
      if (way === 'Escape') fireEvent.keyDown(button, { key: 'Escape' });
      else fireEvent.click(button);
      expect(screen.queryByText('Success!')).not.toBeInTheDocument();
      expect(field).toHaveFocus();
      await show({ title: 'Next' });
      pass(defaultDuration);
      expect(screen.queryByText('Next')).not.toBeInTheDocument();
      field.remove();
    },
  );

  it('is dismissed by a swipe to the right of more than 50 px, and by no shorter one', async () => {
    renderToaster();
    await show();
    const toast = () => screen.getByText('Success!');
    swipe(toast(), 50);
    expect(toast()).toBeVisible();
    swipe(toast(), -80);
    expect(toast()).toBeVisible();
    swipe(toast(), 51);
    expect(screen.queryByText('Success!')).not.toBeInTheDocument();
  });
});

/** jsdom's pointer events have no coordinates; these are mouse events with the names of pointer events. */
function swipe(element: Element, distance: number) {
  for (const [type, clientX] of [
    ['pointerdown', 100],
    ['pointermove', 100 + distance],
    ['pointerup', 100 + distance],
  ] as const) {
    fireEvent(element, new MouseEvent(type, { bubbles: true, clientX }));
  }
}
