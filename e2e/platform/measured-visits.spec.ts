import { type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

/** With no API and no database: what is measured needs neither. */
let site: ShellSite;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await startShellSite();
});
test.afterAll(() => site.stop());

interface Told {
  releases: { remote: string; release: string; views: number; p75: { lcp: number | null; cls: number | null } }[];
  failures: {
    kind: string;
    message: string;
    pages: Record<string, number>;
    stack: { script: string; source: { file: string; text: string } | null }[];
  }[];
}

/** The command's own answer. */
const told = async (remote: string) => (await site.release('visits', '--remote', remote)) as unknown as Told;

test('a visit is measured once it has come alive, and told by its release when the page is left', async ({ page }) => {
  const live = await site.live('mf-marketing');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const measuring = page.waitForResponse(
    async (response) =>
      response.url().includes('/shell/') && (await response.text()).includes('largest-contentful-paint'),
  );
  await openHydrated(page, `${site.address}/`);
  const before = [...asked];
  expect(before, 'before the page had its first seconds').not.toContain((await measuring).url());
  // The chunk is there; its observers are told of what was before.
  await page.waitForTimeout(500);
  const isMeasured = await page.evaluate(
    (kinds) => kinds.map((kind) => PerformanceObserver.supportedEntryTypes.includes(kind)),
    ['largest-contentful-paint', 'layout-shift'],
  );
  await page.goto('about:blank');
  // What a browser cannot measure is not told; that the page was seen, and by which release, always is.
  const figure = (of: number | null | undefined) => (of === null ? 'none' : typeof of);
  const [lcp, cls] = isMeasured.map((is) => (is ? 'number' : 'none'));
  await expect
    .poll(async () => {
      const [release] = (await told('mf-marketing')).releases;
      return [release?.views, figure(release?.p75.lcp), figure(release?.p75.cls)];
    })
    .toEqual([1, lcp, cls]);
  expect((await told('mf-marketing')).releases).toMatchObject([{ remote: 'mf-marketing', release: live, views: 1 }]);
  expect(await page.context().cookies()).toEqual([]);
});

test('an error that nobody caught is told at once, with its line in the source', async ({ page, consoleErrors }) => {
  await page.addInitScript(() => {
    Element.prototype.scrollIntoView = () => {
      throw new Error('no section of order 4711 for anna@example.com');
    };
  });
  await openHydrated(page, `${site.address}/leads`);
  await page.locator('#industry-filter button[aria-pressed=true]').click();
  await expect.poll(async () => (await told('mf-marketplace')).failures).toHaveLength(1);
  const { failures } = await told('mf-marketplace');
  expect(failures).toMatchObject([
    { kind: 'uncaught', message: 'Error: no section of order [number] for [e-mail]', pages: { '/leads': 1 } },
  ]);
  expect(failures[0]?.stack[0]).toMatchObject({
    script: expect.stringContaining(`/remotes/mf-marketplace/${await site.live('mf-marketplace')}/browser/`),
    source: { file: 'src/features/market/use-go-to-industry.ts', text: 'section?.scrollIntoView();' },
  });
  // The page stands, and what was thrown is the only thing on its console.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual(['no section of order 4711 for anna@example.com']);
  const map = failures[0]?.stack[0]?.script.replace('/browser/', '/maps/') ?? '';
  expect((await fetch(`${site.address}${map}.map`)).status).toBe(404);
});
