import { markdownTable } from '../../support/figures.ts';
import { type LighthouseCategory, type LighthouseResult, runLighthouse } from './lighthouse.ts';

const categories = ['accessibility', 'best-practices', 'seo'] as const satisfies readonly LighthouseCategory[];

/** Pages that are not indexed fail this audit by design. */
const ofHiddenPages = 'is-crawlable';

/** This audit fails on every console error, also on that of the voice provider's script, which is blocked in this browser. */
const ofConsole = 'errors-in-console';

export interface PageQualities {
  path: string;
  /** From 0 to 100, in the order of {@link categories}. */
  scores: number[];
  /** Failed audits, in Lighthouse's words. */
  faults: string[];
}

/** Runs every Lighthouse category except performance. One load of each page is enough. */
export async function measureQualities(site: string, paths: readonly string[]): Promise<PageQualities[]> {
  const measured: PageQualities[] = [];
  for (const path of paths) {
    const result = await runLighthouse(site + path, 'provided', categories);
    const isHidden = /\bnoindex\b/.test(await (await fetch(site + path)).text());
    measured.push(readQualities(path, result, { isHidden, site }));
  }
  return measured;
}

/** Extracts the scores and faults that count for a page of `site`. */
export function readQualities(
  path: string,
  { audits, categories: scored }: LighthouseResult,
  { isHidden, site }: { isHidden: boolean; site: string },
): PageQualities {
  const failed = (name: LighthouseCategory) =>
    (scored[name]?.auditRefs ?? []).filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  const isMeant = (id: string) =>
    (isHidden && id === ofHiddenPages) ||
    (id === ofConsole && (audits[id]?.details?.items ?? []).every((error) => isOfOutside(error, site)));
  return {
    path,
    scores: categories.map((name) =>
      failed(name).every(({ id }) => isMeant(id)) ? 100 : Math.round((scored[name]?.score ?? 0) * 100),
    ),
    faults: categories
      .flatMap(failed)
      .filter(({ id }) => !isMeant(id))
      .map(({ id }) => `${path}: ${audits[id]?.title ?? id}`),
  };
}

/** Whether a console error names a URL outside of the site. */
function isOfOutside(error: object, site: string): boolean {
  const addresses = JSON.stringify(error).match(/https?:\/\/[^/"\s]+/g) ?? [];
  return addresses.some((address) => address !== site);
}

export function describeQualities(measured: readonly PageQualities[]): string {
  return [
    '### Lighthouse: accessibility, best practices, search (without "is-crawlable" where a page says noindex)',
    markdownTable(
      ['page', ...categories],
      measured.map(({ path, scores }) => [path, ...scores.map(String)]),
    ),
  ].join('\n\n');
}
