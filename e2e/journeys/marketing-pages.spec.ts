import { expect, openHydrated, test } from '../support/test.ts';

// The routes of all of them are tried without a browser (mf-marketing/src/pages/pages.test.tsx).
test('an industry page has a second address, whose canonical URL is the first', async ({ request }) => {
  const heading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];
  const [one, two] = await Promise.all([request.get('/hvac'), request.get('/industries/hvac')]);
  const html = await two.text();
  expect(heading(html)).toBe(heading(await one.text()));
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(new URL(canonical).pathname).toBe('/hvac');
});

test('the overview links to seven services and six industries; a service links to /contact; their closing buttons scroll to the contact block', async ({
  page,
}) => {
  await openHydrated(page, '/services');
  const main = page.getByRole('main');
  const hrefs = await main
    .getByRole('link', { name: /^Learn More/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([
    '/services/youtube-advertising',
    '/services/ppc-advertising',
    '/services/social-media-advertising',
    '/services/seo',
    '/services/web-design',
    '/services/video-production',
    '/ai-agent-demo',
    '/healthcare',
    '/debt-relief',
    '/roofing',
    '/legal',
    '/hvac',
    '/real-estate',
  ]);
  await expect(main.getByText('Learn More', { exact: true })).toHaveCount(13);
  const request = main.getByRole('link', { name: 'Request a Consultation' });
  await expect(request).toHaveAttribute('href', '#contact');
  await request.click();
  await expect(page).toHaveURL(/\/services#contact$/);
  await expect(page.locator('#contact')).toBeInViewport();

  // The pages of all services are one component.
  await main.locator('a[href="/services/seo"]').last().click();
  await expect(page).toHaveURL(/\/services\/seo$/);
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/contact');
  await page.getByRole('link', { name: 'Schedule Your Free Consultation' }).click();
  await expect(page).toHaveURL(/\/services\/seo#contact$/);
  await expect(page.locator('#contact')).toBeInViewport();
});

/** Names of the specification and the role of each on its page. No other element of the page may match. */
const onceOnPages: readonly (readonly [path: string, role: 'link' | 'text', ...names: string[]])[] = [
  ['/healthcare', 'link', 'Get Started'],
  ['/debt-relief', 'link', 'Get Started'],
  ['/services/seo', 'link', 'Get Started', 'Schedule Your Free Consultation'],
  ['/services', 'link', 'Request a Consultation'],
  [
    '/services',
    'text',
    'YouTube Advertising',
    'PPC Advertising',
    'Social Media Advertising',
    'SEO Services',
    'Web Design',
  ],
  [
    '/services',
    'text',
    'Video Production',
    'Custom AI Agents',
    'Healthcare Leads',
    'Debt Relief Leads',
    'Roofing Leads',
  ],
  ['/services', 'text', 'Legal Services Leads', 'HVAC Leads', 'Real Estate Leads', 'Ready to Get Started?'],
  [
    '/consultation',
    'text',
    'What to Expect',
    'within 24 hours',
    'Strategy consultation',
    'Custom proposal with pricing',
  ],
  [
    '/contact',
    'text',
    'Schedule Now',
    'Why Work With Us',
    'Custom approach',
    'Quality over quantity',
    'TCPA compliant',
  ],
  ['/services/youtube-advertising', 'text', '42%', '3.8x', '27%', '31%'],
  ['/services/ppc-advertising', 'text', '38%', '4.2x', '48%', '52%', 'LinkedIn', 'Twitter', 'YouTube'],
  ['/services/social-media-advertising', 'text', 'Facebook', 'Instagram', 'LinkedIn', 'Twitter', 'TikTok', 'Pinterest'],
  ['/services/seo', 'text', '156%', '89%', '43%', '72%'],
  ['/junk-removal', 'text', '$25-45', '129%', '78%'],
  ['/real-estate', 'text', '$100-250', '215%', '42%', '2 free leads'],
  ['/hvac', 'text', '3.8x', '85%', '$315'],
  ['/solar', 'text', '$26k', '42%', '3.2x'],
];

test('names of the specification appear once on their page, in any case', async ({ browser, baseURL }) => {
  // Without scripts a page costs half as much, and has the same names.
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  for (const [path, claims] of Map.groupBy(onceOnPages, ([path]) => path)) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    for (const [, role, ...names] of claims) {
      for (const name of names) {
        const found = role === 'link' ? page.getByRole('link', { name }) : page.getByText(name);
        await expect.soft(found, `${path}: ${name}`).toHaveCount(1);
      }
    }
  }
  await context.close();
});
