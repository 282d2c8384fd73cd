import type { Page } from '@playwright/test';
import { holdFiles } from '../support/hold-files.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const calls = (page: Page) => page.locator('details[name=sample-call]');

/** Records requests that may be for a sample call. */
function watchCalls(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The poll for rolled-back releases runs at any time.
    if (pathname === '/composition/withdrawn.json') return;
    if (/sample|call|\.(mp3|wav|ogg|json)/.test(pathname)) asked.push(pathname);
  });
  return asked;
}

test('a sample call that is opened before hydration plays after it, and nothing is fetched for it', async ({
  page,
}) => {
  const asked = watchCalls(page);
  const letGo = await holdFiles(page, /\/main\.\w+\.js/);
  // Without waiting for the load event, which may wait for the held file.
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const call = calls(page);
  await call.locator('summary').click();
  await expect(call).toHaveAttribute('open', '');
  await expect(call.getByRole('listitem')).toHaveCount(0);
  letGo();
  await expect(call.getByText(/^On the calendar/)).toBeVisible();
  expect(
    await call
      .locator('li')
      .nth(1)
      .evaluate((line) => line.getAnimations().length),
  ).toBe(1);
  expect(asked).toEqual([]);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the call on the home page links to the readable calls, and one of them plays when it is opened, for which nothing is fetched', async ({
    page,
  }) => {
    await page.goto('/');
    await calls(page).locator('summary').click();
    await expect(page.getByText('Read it on the page below.')).toBeVisible();
    const asked = watchCalls(page);
    await page.getByRole('link', { name: 'A call for each trade' }).click();
    await expect(calls(page)).toHaveCount(8);
    const call = calls(page).first();
    await expect(call.getByRole('listitem').first()).toBeHidden();
    await call.locator('summary').click();
    await expect(call.getByRole('listitem').first()).toBeVisible();
    const playing = call.locator('li').nth(1);
    expect(await playing.evaluate((line) => line.getAnimations().length)).toBe(1);
    expect(asked).toEqual([]);
  });
});

test('the page of each trade links to the call of its trade', async ({ request }) => {
  const demo = await (await request.get('/ai-agent-demo')).text();
  const trades = ['roofing', 'legal', 'hvac', 'junk-removal', 'real-estate', 'solar', 'healthcare', 'debt-relief'];
  for (const trade of trades) {
    const html = await (await request.get(`/${trade}`)).text();
    const [, anchor = 'none'] = /href="\/ai-agent-demo#([^"]+)"/.exec(html) ?? [];
    expect.soft(anchor, trade).toBe(`${trade}-call`);
    expect.soft(demo.split(`id="${anchor}"`), trade).toHaveLength(2);
  }
});

test('of the eight calls, to which a trade links, one is open at a time, shows its state, pauses, resumes, and plays faster; "Watch Demo" answers without a layout shift', async ({
  page,
}) => {
  await openHydrated(page, '/hvac');
  await page.getByRole('link', { name: 'Play a sample HVAC call' }).click();
  const call = page.locator('#hvac-call');
  await expect(call.locator('summary')).toBeInViewport();

  await test.step('one is open at a time, shows its state, pauses, resumes, and plays faster', async () => {
    await expect(calls(page)).toHaveCount(8);
    await calls(page).nth(0).locator('summary').click();
    await call.getByText('Play the HVAC call').click();
    await expect(call.getByText('Playing: HVAC call')).toBeVisible();
    await expect(page.locator('details[name=sample-call][open]')).toHaveCount(1);
    const line = call.locator('li').nth(3);
    const playing = () =>
      line.evaluate((one) =>
        one
          .getAnimations()
          .map(({ playState }) => playState)
          .join(),
      );
    await call.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(playing).toBe('paused');
    await expect(call.getByText('Paused: HVAC call')).toBeVisible();
    await call.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(playing).toBe('running');
    await call.getByRole('button', { name: 'Speed' }).click();
    await expect(call.getByRole('button', { name: 'Speed' })).toHaveText('Speed 1.25x');
    expect(await line.evaluate((one) => one.getAnimations()[0]?.playbackRate)).toBe(1.25);
    await call.locator('summary').click();
  });

  await test.step('"Watch Demo" answers without a layout shift', async () => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const places = () =>
        page
          .locator('main :is(h1, h2, button)')
          .evaluateAll((all) =>
            all
              .filter((element) => element.checkVisibility())
              .map((element) => Math.round(element.getBoundingClientRect().y + window.scrollY)),
          );
      const before = await places();
      await page.getByRole('button', { name: 'Watch Demo' }).click();
      await expect(page.getByText('The video is not online yet')).toBeVisible();
      expect(await places()).toEqual(before);
      await expect(page.getByRole('link', { name: 'book a consultation', exact: true })).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
      await expect(page.getByText('The video is not online yet')).toBeHidden();
    }
  });

  await test.step('under reduced motion a whole call is shown at once', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const other = calls(page).nth(1);
    await other.locator('summary').click();
    expect(await other.evaluate((details) => details.getAnimations({ subtree: true }).length)).toBe(0);
    await expect(other.getByText(/^On the calendar/)).toHaveCSS('opacity', '1');
  });
});

test('a call that is opened below an open one does not move, and plays', { tag: '@engines' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, '/ai-agent-demo');
  const title = (index: number) => page.locator('details[name=sample-call] summary').nth(index);
  await title(0).click();
  await title(1).evaluate((summary) => summary.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const before = (await title(1).boundingBox())?.y ?? Number.NaN;
  await title(1).click();
  const opened = page.locator('details[name=sample-call][open]');
  await expect(opened).toContainText('Caller');
  expect(
    await opened
      .locator('li')
      .nth(1)
      .evaluate((line) => line.getAnimations().length),
  ).toBe(1);
  await expect.poll(async () => Math.abs(((await title(1).boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
});

/** Runs in the page. Installs a speech engine with two local voices that speak without delay. */
function installVoices() {
  const voices = ['Ann', 'Bob'].map((name) => ({
    name,
    lang: 'en-US',
    localService: true,
    default: name === 'Ann',
    voiceURI: name,
  }));
  const said: string[] = [];
  let ending = 0;
  Object.assign(window, {
    said,
    SpeechSynthesisUtterance: class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  });
  Object.defineProperty(window, 'speechSynthesis', {
    value: {
      getVoices: () => voices,
      cancel: () => clearTimeout(ending),
      speak: (words: { text: string; voice: { name: string }; rate: number; onend: () => void }) => {
        said.push(`${words.voice.name} at ${words.rate}: ${words.text}`);
        ending = window.setTimeout(() => words.onend(), 2000);
      },
    },
  });
}

// The voices are the test's own, so the engines do not differ.
test('a call uses two voices of the browser, with captions in step, and stops when it is closed', async ({ page }) => {
  await page.addInitScript(installVoices);
  await openHydrated(page, '/ai-agent-demo');
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  const call = page.locator('#hvac-call');
  expect(await said()).toEqual([]);
  await call.locator('summary').click();
  await expect.poll(said).toContainEqual('Bob at 1: Our furnace quit and it’s 20 degrees out.');
  expect((await said())[0]).toMatch(/^Ann at 1: Thanks for calling/);
  await expect(call.locator('li[aria-current=true]')).toContainText('Our furnace quit');
  await call.getByRole('button', { name: 'Pause' }).click();
  const untilPause = await said();
  await call.getByRole('button', { name: 'Speed' }).click();
  await page.waitForTimeout(600);
  expect(await said()).toEqual(untilPause);
  await call.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(async () => (await said()).at(-1)).toMatch(/ at 1\.25: /);
  await call.locator('summary').click();
  const untilClosed = (await said()).length;
  await page.waitForTimeout(600);
  expect(await said()).toHaveLength(untilClosed);
});
