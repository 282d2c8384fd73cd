import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { renderWithKit } from '../testing/index.ts';
import {
  Button,
  ButtonLink,
  DataTable,
  ErrorPanel,
  Hero,
  ProgressBar,
  ScrollReveal,
  Section,
  Testimonial,
  TextLink,
} from './index.ts';

describe('buttons and links', () => {
  it('does not send the form that a button happens to stand in', () => {
    renderWithKit(<Button>Buy Now</Button>);
    expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
  });

  it('links to a route of the site, and to an address outside', () => {
    renderWithKit(
      <>
        <ButtonLink to="/leads">Packs</ButtonLink>
        <TextLink href="tel:+18015550142">Call</TextLink>
      </>,
    );
    expect(screen.getByRole('link', { name: 'Packs' })).toHaveAttribute('href', '/leads');
    expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+18015550142');
  });

  it('says that a link opens a new tab, and gives that tab no hold on this one', () => {
    renderWithKit(
      <ButtonLink href="https://calendar.example" newTab>
        Schedule Now
      </ButtonLink>,
    );
    const link = screen.getByRole('link', { name: /^Schedule Now$/, description: 'Opens in a new tab' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });
});

describe('blocks', () => {
  it('names a section with an anchor by its title', () => {
    renderWithKit(
      <Section id="results" title="Results">
        Text
      </Section>,
    );
    expect(screen.getByRole('region', { name: 'Results' })).toHaveAttribute('id', 'results');
  });

  it('gives a page its one h1', () => {
    renderWithKit(<Hero title="HVAC leads" actions={<ButtonLink to="#form">Get leads</ButtonLink>} />);
    expect(screen.getByRole('heading', { level: 1, name: 'HVAC leads' })).toBeVisible();
  });

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

  it('offers a way on with an error', async () => {
    let tries = 0;
    const { user } = renderWithKit(
      <ErrorPanel title="Agent Not Found" onRetry={() => (tries += 1)}>
        It may have been deactivated.
      </ErrorPanel>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Agent Not FoundIt may have been deactivated.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toBe(1);
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveAttribute('aria-busy', 'false');
  });

  it('shows that it tries again, once at a time, and says when that did not help', async () => {
    const tries: PromiseWithResolvers<void>[] = [];
    const retry = () => {
      const trying = Promise.withResolvers<void>();
      tries.push(trying);
      return trying.promise;
    };
    const { user } = renderWithKit(<ErrorPanel title="This page could not be loaded" onRetry={retry} />);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const pending = screen.getByRole('button', { name: 'Trying again...' });
    expect(pending).toHaveAttribute('aria-disabled', 'true');
    expect(pending).toHaveFocus();
    await user.click(pending);
    expect(tries).toHaveLength(1);
    await act(async () => tries[0]?.reject(new Error('no line')));
    expect(screen.getByRole('alert')).toHaveTextContent('That did not help. Please try again in a moment.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toHaveLength(2);
  });
});

describe('DataTable', () => {
  const columns = [
    { id: 'name', header: 'Pack Name', cell: (row: { name: string }) => row.name, rowHeader: true },
    { id: 'price', header: 'Price', cell: () => '$325', align: 'end' as const },
  ];

  it('is a table whose cells are named by their column and row', () => {
    renderWithKit(
      <DataTable
        caption="Roofing"
        columns={columns}
        rows={[{ name: 'Storm Claims Pack' }]}
        rowKey={(row) => row.name}
      />,
    );
    const table = screen.getByRole('table', { name: 'Roofing' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Pack Name', 'Price']);
    expect(within(table).getByRole('rowheader', { name: 'Storm Claims Pack' })).toBeVisible();
    expect(within(table).getByRole('cell', { name: '$325' })).toBeVisible();
  });

  it('says that there is nothing in it', () => {
    renderWithKit(
      <DataTable caption="Legal" columns={columns} rows={[]} rowKey={(row) => row.name} empty="No packs in stock." />,
    );
    expect(screen.getByRole('cell', { name: 'No packs in stock.' })).toBeVisible();
  });
});

describe('ScrollReveal', () => {
  const original = Element.prototype.getBoundingClientRect;
  let observed: { callback: IntersectionObserverCallback; options: IntersectionObserverInit | undefined }[] = [];
  let reducedMotion = false;

  /** jsdom has no layout, so it has neither of these. */
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
    expect(observed[0]?.options?.rootMargin).toBe('0px 0px -10% 0px');
    const entry = { isIntersecting: true } as IntersectionObserverEntry; // the one thing that is read
    act(() => observed[0]?.callback([entry], {} as IntersectionObserver));
    expect(block()).toHaveAttribute('data-reveal', 'shown');
  });

  it('hides nothing from somebody who wants no motion', () => {
    reducedMotion = true;
    placeAt(2);
    show();
    expect(block()).not.toHaveAttribute('data-reveal');
  });
});
