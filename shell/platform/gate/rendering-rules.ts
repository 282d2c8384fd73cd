import { existsSync } from 'node:fs';
import { messageOf } from 'kit/server/text';
import { type LoadedRelease, readServerCode } from '../log/release-files.ts';
import { RenderBreakdown, type RenderedPage, type RenderJob } from '../serve/rendering/host-bundle.ts';
import type { RenderPool } from '../serve/rendering/render-pool.ts';
import type { GateProblem, GateRule } from './gate-rule.ts';
import { beginRendering, type GatePage, loadHostPages, renderedPagesOf, samplePathsOf } from './rendered-pages.ts';

interface Limits {
  /** The limit for one page, in milliseconds. */
  page: number;
  /** The limit for all pages of a release, in milliseconds. */
  all: number;
}

/** Limits for pages that hang. A page takes about 20 ms, so even a busy machine stays far below. */
const generous: Limits = { page: 10_000, all: 60_000 };

/**
 * Every page renders on the server without an error, with one h1, a title and a description. Pages with parameters are tried
 * with sample values.
 */
export function pagesRenderWithin(limits: Limits): GateRule {
  return {
    id: 'render',
    says: 'Every page renders on the server.',
    runsRelease: true,
    async check({ release, shell, policy: { rendering }, createPool }) {
      const { bundle, buildCommand } = rendering;
      if (!shell && !existsSync(bundle)) {
        return [{ problem: 'The shell is not built, so no page can be rendered.', remedy: buildCommand }];
      }
      const site = rendering.readSite();
      // Each gate has separate renderers, so that releases share no state.
      const renderers = createPool({
        hostBundle: shell ? { code: shell.rendererCode } : bundle,
        size: 1,
        timeLimit: limits.page,
        limitIsOwnTime: true,
        suspendedFor: limits.page,
      });
      const pages = beginRendering(release);
      try {
        return await renderAll(release, { site, renderers, totalLimit: limits.all, pages });
      } finally {
        pages.end();
        renderers.close();
      }
    },
  };
}

export const pagesRender = pagesRenderWithin(generous);

interface Means {
  site: unknown;
  renderers: RenderPool;
  totalLimit: number;
  pages: ReturnType<typeof beginRendering>;
}

async function renderAll(
  release: LoadedRelease,
  { site, renderers, totalLimit, pages }: Means,
): Promise<GateProblem[]> {
  const { remote, id, routes } = release.record;
  const loadCode = () => readServerCode(release);
  const problems: GateProblem[] = [];
  const deadline = performance.now() + totalLimit;
  for (const { path, meta } of routes.flatMap((meta) => samplePathsOf(meta).map((path) => ({ path, meta })))) {
    if (performance.now() > deadline) {
      problems.push(problem(path, `was not reached: the pages before took ${totalLimit / 1000} s`));
      break;
    }
    const job = { url: path, site, page: { release: `${remote} ${id}`, meta, loadCode } };
    const { rendered, error, problems: found } = await tryPage(renderers, job);
    if (rendered) pages.add({ path, meta, rendered });
    problems.push(...found);
    // A bundle that hangs or crashes the renderer would do so on every page.
    if (error instanceof RenderBreakdown) break;
  }
  return problems;
}

/** Renders a page, and finds the problems that the gate has with it. */
export async function tryPage(renderers: RenderPool, job: RenderJob) {
  try {
    const rendered = await renderers.render(job);
    return { rendered, problems: faultsOf(rendered).map((fault) => problem(job.url, fault)) };
  } catch (error) {
    const fault = `cannot be rendered on the server: ${firstLineOf(error)}`;
    return { rendered: null, error, problems: [problem(job.url, fault)] };
  }
}

function faultsOf({ head, html }: RenderedPage): string[] {
  const titles = [...head.matchAll(/<title[^>]*>(?<text>[^<]*)<\/title>/g)];
  const descriptions = [...head.matchAll(/<meta name="description" content="(?<text>[^"]*)"/g)];
  return [
    ...exactlyOne('an h1', [...html.matchAll(/<h1[\s>]/g)].length),
    ...exactlyOne('a title', countTexts(titles)).map((fault) =>
      titles.length > 1 ? `${fault}: the route of a page that renders its own <title> says "writesTitle: true"` : fault,
    ),
    ...exactlyOne('a description', countTexts(descriptions)),
  ];
}

function countTexts(matches: readonly RegExpMatchArray[]): number {
  return matches.filter(({ groups }) => groups?.text?.trim()).length;
}

function exactlyOne(what: string, times: number): string[] {
  return times === 1 ? [] : [`has ${what} ${times} times instead of once`];
}

function problem(path: string, fault: string): GateProblem {
  return {
    problem: `The page ${path.slice(0, 120)} ${fault}.`,
    remedy: 'Mend the page, build the remote and publish it again.',
  };
}

function firstLineOf(error: unknown): string {
  return messageOf(error).split('\n')[0]?.replace(/\.$/, '') ?? '';
}

/** The first response of a page fits into the packets of the first round trip. A larger one needs another round trip. */
export const firstAnswerIsWithinBudget: GateRule = {
  id: 'first-answer',
  says: 'What a visitor gets of a page with the first packets stays within its budget.',
  behind: ['render'],
  async check({ release, shell, policy: { browsing, firstAnswerBudget, rendering } }) {
    if (!browsing) return [];
    const host = await loadHostPages(browsing, shell);
    const site = rendering.readSite();
    const { record } = release;
    const problems = eachOnce(renderedPagesOf(release)).map(async ({ meta, rendered }): Promise<GateProblem[]> => {
      const bytes = await host.weigh({ site, record, meta, rendered }, firstAnswerBudget);
      return bytes > firstAnswerBudget ? [problemOf(meta.path, bytes, firstAnswerBudget)] : [];
    });
    return (await Promise.all(problems)).flat();
  },
};

/** Keeps each page once, under its first URL. Other URLs only differ in parameter values. */
function eachOnce(pages: readonly GatePage[]): GatePage[] {
  return [...new Map(pages.toReversed().map((page) => [page.meta.path, page])).values()];
}

function problemOf(path: string, bytes: number, budget: number): GateProblem {
  return {
    problem: `The page ${path} takes ${bytes} bytes with its headers, compressed; the budget is ${budget}.`,
    remedy:
      'Say it in fewer words, or draw it with fewer shapes and styles; what is opened later may be a page of its own.',
  };
}
