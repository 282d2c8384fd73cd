import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { renderWithKit } from '../testing/index.ts';
import { DataTable, ProgressBar, ScrollReveal, Testimonial } from './index.ts';

describe('blocks', () => {
  it('announces the stars of a testimonial', () => {
    renderWithKit(<Testimonial quote="Good" name="Dana Lee Whitlock" position="Owner" stars={4} />);
    expect(screen.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
    expect(screen.getByText('DW')).toHaveAttribute('aria-hidden', 'true');
  });

  it('says progress in words and in numbers', () => {
    renderWithKit(<ProgressBar value={3} max={9} label="Step 3 of 9" />);
    expect(screen.getByRole('progressbar', { name: 'Step 3 of 9' })).toHaveAttribute('aria-valuenow', '33');
    expect(screen.getByText('33% complete')).toBeVisible();
  });
});

describe('DataTable', () => {
  const columns = [
    { id: 'name', header: 'Pack Name', cell: (row: { name: string }) => row.name, rowHeader: true },
    { id: 'price', header: 'Price', cell: () => '$325', align: 'end' as const },
  ];
  const show = (...names: string[]) => {
    const rows = names.map((name) => ({ name }));
    renderWithKit(
      <DataTable
        caption="Roofing"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.name}
        empty="No packs in stock."
      />,
    );
  };
  const textsOf = (role: string) => screen.getAllByRole(role).map((cell) => cell.textContent);

  it('is a table whose cells are named by their column and row, and says the name of a column once, and nothing but the value in a cell', () => {
    show('Storm Claims Pack', 'Fast Repair Pack');
    const table = within(screen.getByRole('table', { name: 'Roofing' }));
    expect(table.getByRole('rowheader', { name: 'Storm Claims Pack' })).toBeVisible();
    expect(table.getAllByRole('cell', { name: '$325' })).toHaveLength(2);
    expect(screen.getAllByText('Price')).toEqual([screen.getByRole('columnheader', { name: 'Price' })]);
    expect(textsOf('columnheader')).toEqual(['Pack Name', 'Price']);
    expect(textsOf('rowheader')).toEqual(['Storm Claims Pack', 'Fast Repair Pack']);
    expect(textsOf('cell')).toEqual(['$325', '$325']);
  });

  it('says that there is nothing in it', () => {
    show();
    expect(screen.getByRole('cell', { name: 'No packs in stock.' })).toBeVisible();
  });
});

describe('ScrollReveal', () => {
  const original = Element.prototype.getBoundingClientRect;
  let observed: { callback: IntersectionObserverCallback; options: IntersectionObserverInit | undefined }[] = [];
  let reducedMotion = false;

  /** jsdom has no layout, so it has neither observer. */
  class FakeObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      observed.push({ callback, options });
    }
    observe() {}
    disconnect() {}
  }

  beforeEach(() => {
    observed = [];
    reducedMotion = false;
    Object.assign(window, { IntersectionObserver: FakeObserver, matchMedia: () => ({ matches: reducedMotion }) });
  });

  afterEach(() => {
    Element.prototype.getBoundingClientRect = original;
  });

  function placeAt(share: number) {
    Element.prototype.getBoundingClientRect = () => new DOMRect(0, window.innerHeight * share, 100, 100);
  }

  const block = () => screen.getByText('Content').parentElement;
  const show = () =>
    renderWithKit(
      <ScrollReveal>
        <p>Content</p>
      </ScrollReveal>,
    );

  it('leaves alone what is within 90 % of the window', () => {
    placeAt(0.9);
    show();
    expect(block()).not.toHaveAttribute('data-reveal');
  });

  it('waits with what is lower, until its top comes within 90 %', () => {
    placeAt(0.95);
    show();
    expect(block()).toHaveAttribute('data-reveal', 'waiting');
    expect(observed[0]?.options?.rootMargin).toBe('0px 0px -10%');
    // A busy page gets both entries at once. The cast is safe: only this member is read.
    const entries = [{ isIntersecting: false }, { isIntersecting: true }] as IntersectionObserverEntry[];
    act(() => observed[0]?.callback(entries, {} as IntersectionObserver));
    expect(block()).toHaveAttribute('data-reveal', 'shown');
  });

  it('hides nothing from somebody who wants no motion', () => {
    reducedMotion = true;
    placeAt(2);
    show();
    expect(block()).not.toHaveAttribute('data-reveal');
  });
});
