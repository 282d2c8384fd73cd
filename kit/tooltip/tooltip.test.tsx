import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderWithKit } from '../testing/index.ts';
import { Button } from '../ui/index.ts';
import { Tooltip } from './tooltip.tsx';

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
  act(() => jest.advanceTimersByTime(10_000)); // the next test's tooltip must not open without a delay
  jest.useRealTimers();
});

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

interface Pointing {
  pointerType?: string;
  relatedTarget?: Element;
}

/** jsdom has no pointer events. */
function point(target: Element, type: string, { pointerType = 'mouse', relatedTarget }: Pointing = {}): void {
  const event = new MouseEvent(type, { bubbles: true, relatedTarget: relatedTarget ?? null });
  fireEvent(target, Object.assign(event, { pointerType }));
}

const button = (name: string) => screen.getByRole('button', { name });

describe('Tooltip', () => {
  it('describes its control, seen or not', () => {
    expect(button('Copy')).toHaveAccessibleDescription('Copies the link');
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('opens 700 ms after the pointer came, closes when it leaves, and does not open for one that only passes', () => {
    fireEvent.pointerEnter(button('Copy'));
    pass(400);
    fireEvent.pointerLeave(button('Copy'));
    pass(2000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    fireEvent.pointerEnter(button('Copy'));
    pass(699);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    pass(1);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Copies the link');
    fireEvent.pointerLeave(button('Copy'));
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('opens at once within 300 ms after another, and waits again after that', () => {
    fireEvent.pointerEnter(button('Copy'));
    pass(700);
    fireEvent.pointerLeave(button('Copy'));
    pass(300);
    fireEvent.pointerEnter(button('Open'));
    pass(0);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Opens a new tab');
    fireEvent.pointerLeave(button('Open'));
    pass(301);
    fireEvent.pointerEnter(button('Copy'));
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

  it('opens at once when its control is pressed, and stays when the finger is lifted, until a press elsewhere', () => {
    point(button('Copy'), 'pointerover', { pointerType: 'touch' });
    point(button('Copy'), 'pointerdown', { pointerType: 'touch' });
    expect(screen.getByRole('tooltip')).toHaveTextContent('Copies the link');
    point(button('Copy'), 'pointerout', { pointerType: 'touch' });
    pass(2000);
    expect(screen.getByRole('tooltip')).toBeVisible();
    point(screen.getByRole('tooltip'), 'pointerdown');
    expect(screen.getByRole('tooltip')).toBeVisible();
    point(document.body, 'pointerdown');
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('stays while the pointer goes over to its words', () => {
    point(button('Copy'), 'pointerover');
    pass(700);
    const words = screen.getByRole('tooltip');
    point(button('Copy'), 'pointerout', { relatedTarget: words });
    point(words, 'pointerover', { relatedTarget: button('Copy') });
    expect(words).toBeVisible();
    point(words, 'pointerout', { relatedTarget: document.body });
    expect(words).not.toBeVisible();
  });

  it('is moved into the box that would cut it off', () => {
    const card = button('Open').closest('span')?.parentElement;
    card?.style.setProperty('overflow-x', 'hidden');
    // jsdom has no layout.
    const width = jest.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1000);
    const boxes = jest.spyOn(Element.prototype, 'getBoundingClientRect');
    boxes.mockImplementation(function box(this: Element) {
      if (this === card) return new DOMRect(100, 0, 300, 100);
      return this.getAttribute('role') === 'tooltip' ? new DOMRect(250, 0, 200, 20) : new DOMRect(0, 0, 1000, 1000);
    });
    point(button('Open'), 'pointerdown');
    expect(screen.getByRole('tooltip')).toHaveStyle({ marginLeft: '-58px' });
    boxes.mockRestore();
    width.mockRestore();
  });
});
