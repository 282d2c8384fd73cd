import { readFileSync } from 'node:fs';
import { Box, Button, Tabs } from '@chakra-ui/react';
import { expect, it } from '@jest/globals';
import { type PublicSite, publicSiteOf } from 'kit/contracts/site-config';
import { Button as KitButton } from 'kit/ui';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { renderPage } from './render-page.tsx';

const site: PublicSite = publicSiteOf(JSON.parse(readFileSync(new URL('../site.json', import.meta.url), 'utf8')));
const meta = { path: '/chakra', title: 'Chakra', description: 'Components of Chakra.', chunk: 'page-chakra' };

function ChakraPage() {
  return (
    <>
      <Box id="box" px="4" _hover={{ bg: 'red.500' }} />
      <Button colorPalette="teal">Teal</Button>
      <Tabs.Root defaultValue="one">
        <Tabs.List>
          <Tabs.Trigger value="one">One</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="one">The first tab</Tabs.Content>
      </Tabs.Root>
    </>
  );
}

/** The declarations that apply to an element as it is, without those of its states and of wide windows. */
function rulesOf(html: string, css: string, element: RegExp): string {
  const [, name = ''] = new RegExp(`${element.source}[^>]* class="[^"]*?(s-\\w+)"`).exec(html) ?? [];
  return new RegExp(`(?<![\\w-])\\.${name}\\{([^}]*)\\}`).exec(css)?.[1] ?? `no rules of ${element}`;
}

it('renders a page with Chakra in the system of its components, with the tokens that it uses', async () => {
  const { html, styles } = await renderPage({
    url: '/chakra',
    site,
    page: { meta: { ...meta, usesChakra: true }, Component: ChakraPage },
  });
  expect(styles.map(({ key }) => key)).toEqual(['s-global', 's-global', 's']);
  const [ofSite, ofChakra, ofClasses] = styles;
  expect(ofSite?.ids).toHaveLength(1);
  // Browsers write the whole of it.
  expect(ofChakra?.ids).toEqual([]);
  expect(ofChakra?.css).toContain('--k-colors-teal-600:#0d9488');
  expect(ofChakra?.css).toContain('--k-colors-red-500:');
  expect(ofChakra?.css).not.toContain('--k-colors-pink-');
  expect(rulesOf(html, ofClasses?.css ?? '', /<div id="box"/)).toContain('padding-inline:var(--k-spacing-4)');
  expect(rulesOf(html, ofClasses?.css ?? '', /<button type="button"(?=[^>]*>Teal)/)).toContain(
    'background:var(--k-colors-color-palette-solid)',
  );
  expect(html).toContain('role="tablist"');
});

it('renders every other page in the system of the kit alone, without rules of what it does not show', async () => {
  const { styles } = await renderPage({
    url: '/chakra',
    site,
    page: { meta, Component: () => <KitButton>Press</KitButton> },
  });
  expect(styles.map(({ key }) => key)).toEqual(['s-global', 's']);
  expect(styles[0]?.css).not.toContain('--k-colors-red-500');
  // What stands in place of a page that is on its way.
  expect(styles[1]?.css).not.toContain('animation:spin');
});

it('leaves the title to a page that writes its own, and gives one where only its frame is rendered', async () => {
  const Room = () => {
    const { room } = useParams();
    return <title>{`Room ${room}`}</title>;
  };
  const own = { ...meta, path: '/rooms/:room', title: 'A room', writesTitle: true };
  const titlesOf = async (Component: ComponentType | null, writesTitle = true) => {
    const page = { meta: { ...own, writesTitle }, Component };
    const { head } = await renderPage({ url: '/rooms/blue', site, page });
    return [...head.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);
  };
  expect(await titlesOf(Room)).toEqual(['Room blue']);
  expect(await titlesOf(null)).toEqual([`A room | ${site.brand}`]);
  expect(await titlesOf(Room, false)).toHaveLength(2);
});
