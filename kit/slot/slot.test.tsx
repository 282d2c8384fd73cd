import { expect, it, jest } from '@jest/globals';
import { init } from '@module-federation/enhanced/runtime';
import { screen, waitFor } from '@testing-library/react';
import { SiteProvider } from 'kit/site';
import { renderToString } from 'react-dom/server';
import { buildSite } from '../testing/build-site.ts';
import { renderWithKit } from '../testing/render.tsx';
import { Slot } from './index.tsx';

const Card = () => <p>A card of another remote</p>;
const Broken = () => {
  throw new Error('no data');
};

const widgets = { mf_one: Card, mf_two: Card, mf_broken: Broken, mf_missing: null };
const asked: string[] = [];
const site = (...remotes: (keyof typeof widgets)[]) => ({
  slots: { header: [], footer: [], widgets: { below: remotes.map((remote) => `${remote}/card`) } },
});

// The real runtime of Module Federation, with containers that need no network.
init({
  name: 'shell',
  remotes: Object.keys(widgets).map((name) => ({ name, entry: `https://site.example/${name}.js` })),
  plugins: [
    {
      name: 'containers',
      loadEntry: async ({ remoteInfo: { name } }) => {
        const get = async () => {
          asked.push(name);
          const widget = widgets[name as keyof typeof widgets];
          if (!widget) throw new Error('404');
          return () => ({ default: widget });
        };
        // The runtime awaits what `get` returns; its type says otherwise.
        return { init: () => undefined, get: get as never };
      },
    },
  ],
});

const page = (
  <>
    <h1>The page</h1>
    <Slot name="below" />
  </>
);

it('renders nothing on the server, and loads nothing where nothing is offered', () => {
  const html = renderToString(<SiteProvider value={buildSite(site('mf_one'))}>{page}</SiteProvider>);
  expect(html).toBe('<h1>The page</h1>');
  renderWithKit(page);
  expect(asked).toEqual([]);
});

it('shows what each remote offers for it', async () => {
  renderWithKit(page, { site: site('mf_one', 'mf_two') });
  await waitFor(() => expect(screen.getAllByText('A card of another remote')).toHaveLength(2));
  const cards = screen.getAllByText('A card of another remote');
  expect(cards.map((card) => card.closest('[data-remote]')?.getAttribute('data-remote'))).toEqual(['mf_one', 'mf_two']);
  expect(asked).toEqual(['mf_one', 'mf_two']);
});

it('leaves out a widget that throws or cannot be loaded, and shows the others and the page', async () => {
  const fault = jest.spyOn(console, 'error').mockImplementation(() => {});
  const warning = jest.spyOn(console, 'warn').mockImplementation(() => {});
  renderWithKit(page, { site: site('mf_broken', 'mf_missing', 'mf_two') });
  expect(await screen.findAllByText('A card of another remote')).toHaveLength(1);
  await waitFor(() => expect(warning).toHaveBeenCalledTimes(1));
  expect(fault).toHaveBeenCalled();
  expect(screen.getByRole('heading').textContent).toBe('The page');
  expect(screen.getAllByText('A card of another remote')).toHaveLength(1);
});
