import { existsSync } from 'node:fs';
import type { RouteMeta } from 'kit/contracts/release';
import { messageOf } from 'kit/server/text';
import type { LoadedRelease } from '../log/release-files.ts';
import type { HostBrowsing, HostPages } from '../serve/release-policy.ts';
import { RenderBreakdown, type RenderedPage, type RenderJob } from '../serve/rendering/host-bundle.ts';
import type { RenderPool } from '../serve/rendering/render-pool.ts';
import type { StoredShell } from '../serve/stored-release.ts';
import type { GateContext, GateProblem, GateRule } from './gate-rule.ts';

interface Limits {
  /** The limit for one page, in milliseconds. */
  page: number;
  /** The limit for all pages of a release, in milliseconds. */
  all: number;
}

/** Limits for pages that hang. A page takes about 20 ms, so even a busy machine stays far below. */
export const gateLimits: Limits = { page: 10_000, all: 60_000 };

/**
 * Every page renders on the server without an error, with one h1, a title and a description. Pages with parameters are tried
 * with sample values.
 */
export function pagesRenderWithin(limits: Limits): GateRule {
  return {
    id: 'render',
    says: 'Every page renders on the server.',
    runsRelease: true,
    check: async (context) => renderingOf(context, limits).problems,
  };
}

export const pagesRender = pagesRenderWithin(gateLimits);

/** A page of a release under one of its URLs, as rendered by the server for the gate. */
export interface GatePage {
  path: string;
  meta: RouteMeta;
  rendered: RenderedPage;
}

/** The pages of a release, which render one after the other. */
interface Rendering {
  /** Each resolves once its page is rendered; to null if the page cannot be rendered or was not reached. */
  pages: readonly Promise<GatePage | null>[];
  problems: Promise<GateProblem[]>;
}

const renderings = new WeakMap<LoadedRelease, Rendering>();

/** Renders a release once for all rules of a gate, of which the first begins. */
export function renderingOf(context: GateContext, limits = gateLimits): Rendering {
  const known = renderings.get(context.release) ?? beginRendering(context, limits);
  renderings.set(context.release, known);
  return known;
}

function beginRendering({ release, shell, policy, createPool }: GateContext, limits: Limits): Rendering {
  const { bundle, buildCommand, readSite } = policy.rendering;
  if (!shell && !existsSync(bundle)) {
    const unbuilt = { problem: 'The shell is not built, so no page can be rendered.', remedy: buildCommand };
    return { pages: [], problems: Promise.resolve([unbuilt]) };
  }
  const site = readSite();
  // Each gate has separate renderers, so that releases share no state.
  const renderers = createPool({
    hostBundle: shell ? { code: shell.rendererCode } : bundle,
    size: 1,
    timeLimit: limits.page,
    suspendedFor: limits.page,
  });
  const pages = release.record.routes
    .flatMap((meta) => samplePathsOf(meta).map((path) => ({ path, meta })))
    .map((page) => ({ ...page, ...Promise.withResolvers<GatePage | null>() }));
  const problems = renderAll(release, { site, renderers, totalLimit: limits.all, pages }).finally(() => {
    for (const { resolve } of pages) resolve(null);
    renderers.close();
  });
  return { pages: pages.map(({ promise }) => promise), problems };
}

interface Means {
  site: unknown;
  renderers: RenderPool;
  totalLimit: number;
  pages: readonly (Omit<GatePage, 'rendered'> & { resolve: (page: GatePage) => void })[];
}

async function renderAll(
  release: LoadedRelease,
  { site, renderers, totalLimit, pages }: Means,
): Promise<GateProblem[]> {
  const { remote, id } = release.record;
  const problems: GateProblem[] = [];
  const deadline = performance.now() + totalLimit;
  for (const { path, meta, resolve } of pages) {
    if (performance.now() > deadline) {
      problems.push(problem(path, `was not reached: the pages before took ${totalLimit / 1000} s`));
      break;
    }
    const job = { url: path, site, page: { release: `${remote} ${id}`, meta, loadCode: release.readServerCode } };
    const { rendered, error, problems: found } = await tryPage(renderers, job);
    if (rendered) resolve({ path, meta, rendered });
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
    const remedy = error instanceof RenderBreakdown && !error.isOfRelease ? tryAgain : mend;
    return { rendered: null, error, problems: [problem(job.url, fault, remedy)] };
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

const mend = 'Mend the page, build the remote and publish it again.';
const tryAgain = 'Try again. The page is not at fault: the server could not start a renderer for it.';

function problem(path: string, fault: string, remedy = mend): GateProblem {
  return { problem: `The page ${path.slice(0, 120)} ${fault}.`, remedy };
}

function firstLineOf(error: unknown): string {
  return messageOf(error).split('\n')[0]?.replace(/\.$/, '') ?? '';
}

/** The first response of a page fits into the packets of the first round trip. A larger one needs another round trip. */
export const firstAnswerIsWithinBudget: GateRule = {
  id: 'first-answer',
  says: 'What a visitor gets of a page with the first packets stays within its budget.',
  runsRelease: true,
  async check(context) {
    const { release, shell, policy } = context;
    const { browsing, firstAnswerBudget, rendering } = policy;
    if (!browsing) return [];
    const host = await loadHostPages(browsing, shell);
    const site = rendering.readSite();
    const { record } = release;
    const pages = (await Promise.all(renderingOf(context).pages)).filter((page) => page !== null);
    const problems = eachOnce(pages).map(async ({ meta, rendered }): Promise<GateProblem[]> => {
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

/** A hostile parameter value with special characters and other scripts, 200 characters long. */
const nastyValue = `"><script>alert(1)</script>%00&'\`\\ü☃𝄞 ${'x'.repeat(200)}`.slice(0, 200);

/**
 * Returns the URLs under which a page is tried. A page with parameters has one URL for each known value, or one with its samples
 * and one with a hostile value. The first URL is repeated with each value of each rendered query parameter.
 */
export function samplePathsOf({
  path,
  sample = {},
  values = {},
  search = {},
}: Pick<RouteMeta, 'path' | 'sample' | 'values' | 'search'>): string[] {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  const first = (name: string) => values[name]?.[0] ?? sample[name] ?? 'sample';
  const fill = (take: (name: string) => string) =>
    path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(take(name)));
  const known = names.flatMap((name) =>
    (values[name] ?? []).map((value) => fill((other) => (other === name ? value : first(other)))),
  );
  const worst = names.some((name) => !values[name]) ? [fill((name) => values[name]?.[0] ?? nastyValue)] : [];
  const own = fill(first);
  const queries = Object.entries(search).flatMap(([name, options]) =>
    options.map((value) => `${own}?${new URLSearchParams([[name, value]])}`),
  );
  return [...new Set([own, ...known, ...worst, ...queries])];
}

/** Loads the host's pages, from a release of the host if one is given. */
export async function loadHostPages(
  { loadPages }: Pick<HostBrowsing, 'loadPages'>,
  shell?: StoredShell | null,
): Promise<HostPages> {
  const hostPages = await loadPages();
  return shell ? hostPages.withShell(shell) : hostPages;
}
