import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Story } from 'kit/contracts/site-config';
import { renderWithKit } from 'kit/testing';
import { exampleStories } from '../content/home.ts';
import { content as solar } from '../content/industries/solar.ts';
import { exampleNote } from '../sections/story-quote.tsx';
import { HomePage } from './home-page.tsx';
import { pageOf } from './industry-page.tsx';

const SolarPage = pageOf(solar);

function buildStory(name: string, industry: string): Story {
  const figure = { value: '12%', label: 'more calls' };
  return { name, industry, quote: `Says ${name}`, position: 'Owner', town: 'Provo', figure, period: 'in March 2026' };
}

const clients = [
  buildStory('Ada Hope', 'legal'),
  buildStory('Ben Ito', 'hvac'),
  buildStory('Cleo Ray', 'solar'),
  buildStory('Dan Fox', 'solar'),
];

describe('the stories of the home page', () => {
  it('say that they are examples, and give town, figure and period, as long as no clients are configured', () => {
    renderWithKit(<HomePage />);
    expect(screen.getByText(exampleNote)).toBeVisible();
    for (const { town, figure, period, position } of exampleStories) {
      expect(screen.getByText(`Example: ${position}, ${town}`)).toBeVisible();
      expect(
        screen.getByText((_, element) => element?.textContent === `${figure.value} ${figure.label}, ${period}`),
      ).toBeVisible();
    }
  });

  it('are those of the first three configured clients, and no example is left', () => {
    renderWithKit(<HomePage />, { site: { stories: clients } });
    const results = within(screen.getByRole('region', { name: 'Client success stories' }));
    expect(results.getAllByRole('figure')).toHaveLength(3);
    expect(results.getAllByRole('img', { name: '5 out of 5 stars' })).toHaveLength(3);
    expect(results.getAllByText('Owner, Provo')).toHaveLength(3);
    expect(screen.queryByText(exampleNote)).toBeNull();
    for (const { name } of exampleStories) expect(screen.queryByText(name)).toBeNull();
    expect(screen.queryByText('Dan Fox')).toBeNull();
  });
});

describe('the story of an industry page', () => {
  it('is an example and says so, until the site configuration has one of this industry', () => {
    const { unmount } = renderWithKit(<SolarPage />);
    expect(screen.getByText('Marisol Trent')).toBeVisible();
    expect(screen.getByText(exampleNote)).toBeVisible();
    unmount();
    renderWithKit(<SolarPage />, { site: { stories: clients } });
    expect(screen.getByText('Cleo Ray')).toBeVisible();
    expect(screen.queryByText(exampleNote)).toBeNull();
  });

  it('is left out when clients are configured and none is of this industry', () => {
    renderWithKit(<SolarPage />, { site: { stories: clients.slice(0, 2) } });
    expect(document.querySelector('blockquote')).toBeNull();
  });
});
