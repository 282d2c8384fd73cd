import type { Page } from '@playwright/test';
import { holdFiles } from '../support/hold-files.ts';
import { goToStep } from '../support/intake-form.ts';
import { pauseClock } from '../support/pause-clock.ts';
import { pressEvery } from '../support/quick-presses.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next Step' }).click();

test('the step is in the URL: Back, Forward, reload and a link lead to it, and both addresses name one canonical URL; on a phone completed steps look completed, and no bar covers the wizard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const canonical = page.locator('link[rel=canonical]');
  await openHydrated(page, '/exotics-intake?step=7');
  await expect(canonical).toHaveAttribute('href', /\/exotics-intake$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Rental Policies' })).toBeVisible();
  await page.getByRole('textbox').first().fill('25');
  await next(page);
  await expect(page).toHaveURL(/\?step=8$/);
  // The URL changes first. The test waits for the step, because going back too early would not leave the one before.
  await expect(page.getByRole('heading', { level: 2, name: 'Website Features' })).toBeFocused();
  await expectStepsOfPhone(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: 'Rental Policies' })).toBeFocused();
  await page.goForward();
  await page.reload();
  await expect(page.getByText('Step 8 of 9')).toBeVisible();
  // `left-early.spec.ts` covers a page that is left during hydration.
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  await openHydrated(page, '/services/exotic-car-intake?step=99');
  await expect(page.getByText('Step 1 of 9')).toBeVisible();
  await expect(canonical).toHaveAttribute('href', /\/exotics-intake$/);
  await next(page);
  await expect(page).toHaveURL('/services/exotic-car-intake?step=2');
});

/** Expects that the first seven steps are completed, and that the eighth is in sight. */
async function expectStepsOfPhone(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Call or book' })).toBeHidden();
  const links = page.getByRole('navigation', { name: 'Steps' }).getByRole('link');
  const looks = await links.evaluateAll((all) =>
    all.map((link) => {
      const name = getComputedStyle(link, '::after');
      const number = link.querySelector('[data-part=number]');
      return [name.position, number && getComputedStyle(number).backgroundColor];
    }),
  );
  expect(looks.map(([position]) => position)).toEqual(Array(9).fill('static'));
  expect(looks[6]?.[1]).not.toBe(looks[5]?.[1]);
  expect(looks[4]?.[1]).toBe(looks[5]?.[1]);
  await expect(links.nth(7)).toBeInViewport();
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
}

async function pressEightTimes(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Next Step' });
  await button.scrollIntoViewIfNeeded();
  const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
  for (let press = 1; press <= 8; press++) {
    await page.mouse.click(x + 20, y + 20);
    await page.waitForTimeout(120);
  }
}

const stepLine = (page: Page, step: number) => expect(page.getByText(`Step ${step} of 9`)).toBeVisible();

test('eight quick clicks on "Next Step" before the script arrives go eight steps and lose no input; two after it, 150 ms apart, go two, and so do two presses of Enter', async ({
  page,
}) => {
  const gap = 150;
  await pressEvery(page, gap);
  const release = await holdFiles(page, '**/remotes/mf-intake/**/*.js');
  await page.clock.install();
  await page.goto('/exotics-intake', { waitUntil: 'domcontentloaded' });
  // Stops the clock, because after five seconds the page would show an error notice.
  await pauseClock(page);
  await page.getByRole('textbox', { name: 'Full name' }).fill('Early Bird');
  await pressEightTimes(page);
  release();
  await page.clock.resume();
  await stepLine(page, 9);
  await expect(page.getByRole('heading', { level: 2, name: 'Timeline & Budget' })).toBeFocused();
  await expect(page.getByText(/need your attention/)).toHaveCount(0);

  await goToStep(page, 1);
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Early Bird');
  const button = page.getByRole('button', { name: 'Next Step' });
  await button.scrollIntoViewIfNeeded();
  const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 20, y + 20);
  await page.waitForTimeout(gap);
  await page.mouse.click(x + 20, y + 20);
  await stepLine(page, 3);
  await button.focus();
  await page.keyboard.press('Enter');
  await page.waitForTimeout(gap);
  await page.keyboard.press('Enter');
  await stepLine(page, 5);
});

test('eight quick clicks on "Next Step" during hydration go eight steps; a double click on the last one, and a slow one where the last step has its send button, send nothing', {
  tag: '@engines',
}, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const passTime = await pressEvery(page, 150);
  await page.setViewportSize({ width: 1280, height: 1200 });
  const next = page.getByRole('button', { name: 'Next Step' });
  const send = page.getByRole('button', { name: 'Submit Intake Form' });
  // The layout of a step is final once its heading has the focus.
  const last = page.getByRole('heading', { level: 2, name: 'Timeline & Budget' });
  const goBackToStep8 = async () => {
    await passTime(1000);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(last).toBeHidden();
    await expect(page.locator('h2:focus')).toHaveCount(1);
    await passTime(1000);
  };
  const expectNothingSent = async () => {
    await stepLine(page, 9);
    await expect(page.getByText(/need your attention/)).toHaveCount(0);
    expect(sent.filter((address) => address.includes('exotic-car-intake'))).toEqual([]);
  };
  await page.goto('/exotics-intake', { waitUntil: 'domcontentloaded' });
  await pressEightTimes(page);
  await expect(last).toBeFocused();
  await expectNothingSent();

  await goBackToStep8();
  await next.dblclick();
  await expect(last).toBeFocused();
  await expectNothingSent();

  const place = (await send.boundingBox()) ?? { x: 0, y: 0 };
  await goBackToStep8();
  await next.evaluate((button, y) => {
    window.scrollBy({ top: button.getBoundingClientRect().y - y, behavior: 'instant' });
    const pressed: Element[] = [];
    Object.assign(window, { pressed });
    window.addEventListener('click', ({ target }) => pressed.push(target as Element), true);
  }, place.y);
  await page.mouse.move(place.x + 20, place.y + 20);
  await page.mouse.down();
  await page.mouse.up();
  await expect(last).toBeFocused();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  const words = () =>
    page.evaluate(() => (window as unknown as { pressed: Element[] }).pressed.map(({ textContent }) => textContent));
  // The click did hit the button.
  await expect.poll(words).toEqual(['Next Step', 'Submit Intake Form']);
  await expectNothingSent();
  // An immediate third click would belong to the same double click.
  await passTime(600);
  await send.click();
  await expect(page.getByText(/need your attention/)).toBeVisible();
});
