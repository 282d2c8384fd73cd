import { parseArgs } from 'node:util';
import { launchChromium } from '../../run/chromium.ts';
import { markdownTable } from '../../support/figures.ts';
import { withSite } from '../../support/site.ts';
import { kindsOfPages } from '../pages/subjects.ts';
import { type Measured, measureBlankPage, measurePage } from './measure-page.ts';

// npm run bench:inp [-- --pages /,/hvac --limit 100 --site http://localhost:3000]: every control of every page on a slow CPU.

/** The CPU slowdown of Lighthouse's mid-range phone. */
const slowdown = 4;

const stepsOfIntake = [2, 3, 4, 5, 6, 7, 8, 9].map((step) => `/exotics-intake?step=${step}`);

function readArguments() {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: [...kindsOfPages, ...stepsOfIntake].join(',') },
      limit: { type: 'string', default: '100' },
      /** The address of a running site. */
      site: { type: 'string' },
    },
  });
  const limit = Number(values.limit);
  if (!(limit > 0)) throw new Error(`--limit must be a number of milliseconds, not ${values.limit}.`);
  return { limit, site: values.site, paths: values.pages.split(',') };
}

function describeWorst(measured: readonly Measured[], onBlank: readonly Measured[], limit: number): string {
  const slowest = measured.toSorted((one, other) => other.duration - one.duration);
  const rows = slowest
    .slice(0, 10)
    .map(({ path, control, state, duration, delay, handlers, painting }) => [
      `${path}: ${control.replaceAll('|', '/')}`,
      state,
      ...[duration, delay, handlers, painting].map((value) => value.toFixed()),
    ]);
  const over = measured.filter(({ duration }) => duration > limit).length;
  const floor = onBlank.map(({ control, duration }) => `${control} ${duration.toFixed()} ms`).join(', ');
  return [
    `On a blank page in the same browser: ${floor}.`,
    `### Interactions at ${slowdown}x CPU: ${measured.length} uses of controls, ${over} over ${limit} ms; the worst ten`,
    markdownTable(['control', 'state', 'ms', 'delay', 'handlers', 'until painted'], rows),
  ].join('\n\n');
}

async function main(): Promise<void> {
  const { limit, site, paths } = readArguments();
  const browser = await launchChromium();
  const measure = async (address: string) => {
    const measured: Measured[] = [];
    const onBlank = await measureBlankPage(browser, address, { limit, slowdown });
    for (const path of paths) {
      const ofPage = await measurePage(browser, address, path, { limit, slowdown });
      measured.push(...ofPage);
      for (const { control, state, duration, delay, handlers, painting } of ofPage.filter(
        (use) => use.duration > limit,
      )) {
        const parts = [delay, handlers, painting].map((part) => part.toFixed()).join(' + ');
        console.error(`${path}: ${control}, ${state}: ${duration} ms (${parts})`);
      }
      console.error(`${path}: ${ofPage.length} uses`);
    }
    console.log(describeWorst(measured, onBlank, limit));
    if (measured.some(({ duration }) => duration > limit)) process.exitCode = 1;
  };
  try {
    if (site) await measure(site);
    else await withSite(({ address }) => measure(address));
  } finally {
    await browser.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
