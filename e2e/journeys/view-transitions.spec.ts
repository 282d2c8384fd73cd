import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';

interface Seen {
  /** The pictures named `scene` at the start of each transition. */
  scenes: (string | null)[][];
  /** The number of animations of each transition. */
  animations: number[];
}

/** Records each view transition of the page. The browser performs them. */
async function watchTransitions(page: Page) {
  await page.addInitScript(() => {
    const seen: Seen = { scenes: [], animations: [] };
    Reflect.set(globalThis, 'seen', seen);
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const images = [...document.querySelectorAll('img')];
      const scenes = images.filter((image) => getComputedStyle(image).viewTransitionName === 'scene');
      seen.scenes.push(scenes.map((image) => image.getAttribute('src')));
      const transition = start(update);
      transition.ready.then(
        () => {
          const all = document.getAnimations().map(({ effect }) => effect as KeyframeEffect | null);
          seen.animations.push(all.filter((effect) => effect?.pseudoElement?.startsWith('::view-transition')).length);
        },
        () => {},
      );
      return transition;
    };
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'seen') as Seen);
}

/** Follows a link to a page, and expects a transition of its picture. */
async function expectTransition(page: Page, path: string, seen: () => Promise<Seen>) {
  await page.getByRole('main').locator(`a[href="${path}"]`).last().click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  const slug = path.split('/').at(-1) ?? '';
  await expect.poll(async () => (await seen()).scenes).toEqual([[expect.stringContaining(slug)]]);
  await expect.poll(async () => (await seen()).animations[0]).toBeGreaterThan(2);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

test('a card of an industry has a transition of its picture to the first screen of its page', {
  tag: '@engines',
}, async ({ page }) => {
  const seen = await watchTransitions(page);
  await openHydrated(page, '/');
  await expectTransition(page, '/solar', seen);
});

test('the steps of the picker have a transition, and so has a card of a service; under reduced motion there is none', async ({
  page,
}) => {
  const seen = await watchTransitions(page);
  await openHydrated(page, '/custom-ai-agent');
  await page.getByRole('button', { name: 'Business Agent' }).click();
  await page.getByRole('button', { name: 'Legal Services' }).click();
  await expect(page.getByText('Step 3 of 3')).toBeVisible();
  expect((await seen()).scenes).toHaveLength(2);

  await openHydrated(page, '/services');
  await expectTransition(page, '/services/seo', seen);

  // WebDriver BiDi cannot set this preference in Firefox.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
  await expect(page).toHaveURL(/\/services$/);
  const before = (await seen()).animations.length;
  await page.getByRole('main').locator('a[href="/hvac"]').last().click();
  await expect(page).toHaveURL(/\/hvac$/);
  await expect.poll(async () => (await seen()).animations.length).toBeGreaterThan(before);
  expect((await seen()).animations.at(-1)).toBe(0);
});
