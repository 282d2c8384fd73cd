import { describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { Story } from 'kit/contracts/site-config';
import type { RemoteRoute } from 'kit/federation/routes';
import { findViolations, renderWithKit } from 'kit/testing';
import { exampleStories } from '../content/home.ts';
import { content as solar } from '../content/industries/solar.ts';
import { routes } from '../routes.ts';
import { exampleNote } from '../sections/story-quote.tsx';
import { HomePage } from './home-page.tsx';
import { pageOf } from './industry-page.tsx';

/** Pages of other remotes (docs/specification.md#2) and of the API that these pages link to. */
const elsewhere = ['/leads', '/exotics-intake', '/ai-agent-demo', '/api/guide'];
/** What other pages lead to. */
const anchorsForOthers = ['/debt-relief#consent-record'];
/** Here axe tries its rules of good practice, too. In a browser it tries every page (e2e/accessibility/every-page.spec.ts). */
const ofEachKind = ['/', '/hvac', '/services/seo'];
const ownPaths = routes.map((route) => route.path);

async function show(route: RemoteRoute) {
  const Page = await route.load();
  await act(async () => renderWithKit(<Page />, { route: route.path }));
}

const attributes = (selector: string, name: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? '');

/** Internal links without a route, or without their anchor on this page. */
function deadLinks(): string[] {
  return attributes('a[href^="/"]', 'href').filter((href) => {
    const { pathname, hash } = new URL(href, 'http://localhost');
    if (hash && pathname === location.pathname) return !document.getElementById(hash.slice(1));
    return ![...ownPaths, ...elsewhere].includes(pathname);
  });
}

describe('the contact page', () => {
  it('opens the calendar in a new tab, has three mail addresses, and tells partners where API keys and the guide are', async () => {
    const contact = routes.find((route) => route.path === '/contact');
    if (contact) await show(contact);
    expect(document.body).toHaveTextContent(/API keys for partners/);
    expect(attributes('a[href="/api/guide"]', 'href')).toHaveLength(1);
    const calendar = screen.getByRole('link', { name: /^Schedule Now/ });
    expect(calendar).toHaveAttribute('target', '_blank');
    expect(calendar).toHaveAttribute('href', expect.stringMatching(/^https:/));
    expect(attributes('a[href^="mailto:"]', 'href')).toHaveLength(3);
  });
});

describe.each(routes.filter((route) => !route.path.startsWith('/industries/')))('the page at $path', (route) => {
  // Its headings are tried in e2e/accessibility/structure.quick.spec.ts, its pictures in e2e/platform/pictures-exist.quick.spec.ts.
  it('has working links, pictures with words and plain words', async () => {
    await show(route);
    expect(deadLinks()).toEqual([]);
    const anchors = attributes('a[href*="#"]', 'href').map((href) => new URL(href, `http://localhost${route.path}`));
    for (const { pathname, hash } of anchors) {
      // The sample call of the page's trade is on another remote's page (e2e/journeys/sample-call.spec.ts follows the link).
      if (pathname === '/ai-agent-demo') {
        expect(hash).toBe(`#${route.path.slice(1)}-call`);
        continue;
      }
      if (pathname !== route.path) expect(anchorsForOthers).toContain(pathname + hash);
      else expect(document.querySelector(hash)).not.toBeNull();
    }
    for (const anchor of anchorsForOthers) {
      const [pathname, id = ''] = anchor.split('#');
      if (pathname === route.path) expect(document.getElementById(id)).not.toBeNull();
    }
    // Excluded are the heroes' street, which is decorative, and the tiles, whose links are below their pictures.
    const silent = [...document.querySelectorAll('img[alt=""]:not([src^="/attached_assets/home/"])')];
    for (const image of silent) expect(image.nextElementSibling).toHaveAttribute('href');
    expect(document.body.textContent).not.toMatch(/lorem|unlock|elevate|seamless|leverage|!/i);
    if (ofEachKind.includes(route.path)) expect(await findViolations()).toEqual([]);
  });
});

describe('the routes', () => {
  it('serve every path of the specification that no other remote serves', () => {
    const industries = [
      'roofing',
      'legal',
      'hvac',
      'junk-removal',
      'real-estate',
      'solar',
      'healthcare',
      'debt-relief',
    ];
    const services = ['youtube-advertising', 'ppc-advertising', 'social-media-advertising', 'seo', 'web-design'];
    expect(ownPaths).toEqual(
      expect.arrayContaining([
        '/',
        '/services',
        '/consultation',
        '/contact',
        ...[...services, 'video-production'].map((slug) => `/services/${slug}`),
        ...industries.flatMap((slug) => [`/${slug}`, `/industries/${slug}`]),
      ]),
    );
    expect(new Set(ownPaths).size).toBe(ownPaths.length);
  });

  it('have titles and descriptions of their own, of a length that search engines show', () => {
    const pages = routes.filter((route) => (route.canonical ?? route.path) === route.path);
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
    expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length);
    for (const { title, description } of pages) {
      expect(title.length).toBeLessThanOrEqual(48);
      expect(description.length).toBeGreaterThanOrEqual(90);
      expect(description.length).toBeLessThanOrEqual(160);
    }
  });

  it('say for each second address of an industry page which one to keep', () => {
    for (const { path: served, canonical } of routes.filter((route) => route.path.startsWith('/industries/'))) {
      expect(canonical).toBe(served.replace('/industries', ''));
    }
  });
});

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
