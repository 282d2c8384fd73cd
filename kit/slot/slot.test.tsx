import { beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { SiteProvider } from 'kit/site';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { buildSite } from '../testing/build-site.ts';
import { renderWithKit } from '../testing/render.tsx';

const loadRemote = jest.fn<(id: string) => Promise<{ default: ComponentType } | null>>();
jest.unstable_mockModule('@module-federation/enhanced/runtime', () => ({ loadRemote }));
const { Slot } = await import('./index.tsx');

const site = { slots: { header: [], footer: [], widgets: { below: ['mf_one/card', 'mf_two/card'] } } };
const page = (
  <>
    <h1>The page</h1>
    <Slot name="below" />
  </>
);
const Card = () => <p>A card of another remote</p>;

beforeEach(() => {
  loadRemote.mockReset().mockResolvedValue(null);
});

it('renders nothing on the server, and loads nothing where nothing is offered', () => {
  const html = renderToString(<SiteProvider value={buildSite(site)}>{page}</SiteProvider>);
  expect(html).toBe('<h1>The page</h1>');
  renderWithKit(page);
  expect(loadRemote).not.toHaveBeenCalled();
});

it('shows what each remote offers for it', async () => {
  loadRemote.mockResolvedValue({ default: Card });
  renderWithKit(page, { site });
  const cards = await screen.findAllByText('A card of another remote');
  expect(cards.map((card) => card.closest('[data-remote]')?.getAttribute('data-remote'))).toEqual(['mf_one', 'mf_two']);
  expect(loadRemote.mock.calls).toEqual([['mf_one/card'], ['mf_two/card']]);
});

it('leaves out a widget that throws or cannot be loaded, and shows the others and the page', async () => {
  const fault = jest.spyOn(console, 'error').mockImplementation(() => {});
  const warning = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const Broken = () => {
    throw new Error('no data');
  };
  const loaded = { one: { default: Broken }, two: { default: Card } };
  loadRemote.mockImplementation(async (id) => loaded[id === 'mf_one/card' ? 'one' : 'two']);
  renderWithKit(page, { site });
  expect(await screen.findAllByText('A card of another remote')).toHaveLength(1);
  expect(screen.getByRole('heading').textContent).toBe('The page');
  expect(fault).toHaveBeenCalled();
  loadRemote.mockRejectedValue(new Error('404'));
  const { container } = renderWithKit(page, { site });
  await waitFor(() => expect(warning).toHaveBeenCalledTimes(2));
  expect(container.textContent).toContain('The page');
  expect(screen.getAllByText('A card of another remote')).toHaveLength(1);
});
