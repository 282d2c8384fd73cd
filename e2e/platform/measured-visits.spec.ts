import { findQuietPort } from '../support/quiet-port.ts';
import { type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const token = 'a-token-of-dora-for-tests';

/** Without API and database: measuring needs neither. */
let site: ShellSite;
let metricsPort: number;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  metricsPort = await findQuietPort();
  site = await startShellSite({
    SHELL_METRICS_PORT: String(metricsPort),
    STAFF_TOKENS: `Dora:${token}:own=mf-marketing`,
  });
});
test.afterAll(() => site.stop());

interface Told {
  failures: {
    kind: string;
    message: string;
    pages: Record<string, number>;
    stack: { script: string; source: { file: string; text: string } | null }[];
  }[];
}

/** The output of `release failures`. */
const told = async (remote: string) => (await site.release('failures', '--remote', remote)) as unknown as Told;

/** The server's counts by metric name. A missing series of the release gives -1. */
async function counted(release: string, names: readonly string[]): Promise<number[]> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return names.map((name) => {
    const labels = `remote="mf-marketing",release="${release}",shell="[^"]+"`;
    return Number(new RegExp(`^${name}\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? -1);
  });
}

test('a visit is measured after hydration, reported with its release when the page is left, and shown to the squad', {
  tag: '@engines',
}, async ({ page }) => {
  const live = await site.live('mf-marketing');
  const measuring = page.waitForResponse(
    async (response) =>
      response.url().includes('/shell/') && (await response.text()).includes('largest-contentful-paint'),
  );
  await openHydrated(page, `${site.address}/`);
  const asked = await page.evaluate(
    (chunk) => performance.getEntriesByName(chunk)[0]?.startTime ?? 0,
    (await measuring).url(),
  );
  expect(asked, 'once the page has had its first seconds').toBeGreaterThan(2000);
  // The chunk has arrived. Its observers still have to receive the earlier entries.
  await page.waitForTimeout(500);
  const isMeasured = await page.evaluate(
    (kinds) => kinds.map((kind) => PerformanceObserver.supportedEntryTypes.includes(kind)),
    ['largest-contentful-paint', 'layout-shift'],
  );
  await page.goto('about:blank');
  expect(await page.context().cookies()).toEqual([]);
  // The report leaves out values that this engine cannot measure. The view and its release are always in it.
  const [lcp, cls] = isMeasured.map((is) => (is ? 1 : -1));
  const names = ['site_page_views_total', 'site_page_failures_total', 'site_lcp_seconds_count', 'site_cls_count'];
  await expect.poll(() => counted(live, names)).toEqual([1, 0, lcp, cls]);
  await page.goto(`${site.address}/_ops`);
  await page.getByLabel('Your token').fill(token);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'mf-marketing', exact: true }).click();
  const figures = page.getByRole('table', { name: 'Figures of mf-marketing on this server' }).getByRole('row').nth(1);
  await expect(figures).toContainText(live);
  await expect(figures.getByRole('cell').nth(2)).toHaveText(lcp === 1 ? / m?s(?:●|◆|▲)/ : '–');
});

test('an uncaught error is reported at once, with its line in the source', { tag: '@engines' }, async ({
  page,
  consoleErrors,
}) => {
  // The page's own script has to throw, because WebKit reports no errors of a script that a test evaluates.
  await page.addInitScript(() => Object.assign(Element.prototype, { scrollIntoView: null }));
  await openHydrated(page, `${site.address}/leads`);
  await page.locator('#industry-filter button[aria-pressed=true]').click();
  await expect.poll(async () => (await told('mf-marketplace')).failures).toHaveLength(1);
  const { failures } = await told('mf-marketplace');
  expect(failures).toMatchObject([
    { kind: 'uncaught', message: expect.stringMatching(/^TypeError: .*function/), pages: { '/leads': 1 } },
  ]);
  expect(failures[0]?.stack[0]).toMatchObject({
    script: expect.stringContaining(`/remotes/mf-marketplace/${await site.live('mf-marketplace')}/browser/`),
    source: { file: 'src/features/market/industry-filter.tsx', text: 'section?.scrollIntoView();' },
  });
  // The page is still shown, and the thrown error is the only message on the console.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('function')]);
  const map = failures[0]?.stack[0]?.script.replace('/browser/', '/maps/') ?? '';
  expect((await fetch(`${site.address}${map}.map`)).status).toBe(404);
});
