import { existsSync } from 'node:fs';
import type { RouteMeta } from 'kit/contracts/release';
import { type LoadedRelease, readReleaseFile } from '../log/release-files.ts';
import { loadHostPages } from '../serve/release-policy.ts';
import { RenderBreakdown, type RenderedPage } from '../serve/rendering/host-bundle.ts';
import { RenderPool } from '../serve/rendering/render-pool.ts';
import { messageOf } from '../storage/text.ts';
import type { GateProblem, GateRule } from './gate-rule.ts';

/** A page of a release under one of its addresses, as the server rendered it for the gate. */
export interface GatePage {
  path: string;
  meta: RouteMeta;
  rendered: RenderedPage;
}

interface Limits {
  /** For one page, in milliseconds. */
  page: number;
  /** For all pages of a release, in milliseconds. */
  all: number;
}

/** They end what hangs. A page takes some 20 ms, so even a machine with much else to do stays far below them. */
const generous: Limits = { page: 10_000, all: 60_000 };

/** Every page, those with parameters under made-up addresses, renders on the server without an error, with one h1, a title and a description. */
export function pagesRenderWithin(limits: Limits): GateRule {
  return {
    id: 'render',
    says: 'Every page renders on the server.',
    onRollback: false,
    stopsGate: false,
    runsRelease: true,
    async check({ release, shell, policy: { rendering } }) {
      const { bundle, buildCommand } = rendering;
      if (!shell && !existsSync(bundle)) {
        return [{ problem: 'The shell is not built, so no page can be rendered.', remedy: buildCommand }];
      }
      const site = rendering.readSite();
      // One of its own for each gate: no release finds what another left behind.
      const renderer = new RenderPool({
        hostBundle: shell ? { code: shell.rendererCode } : bundle,
        size: 1,
        timeLimit: limits.page,
        limitIsOwnTime: true,
        suspendedFor: limits.page,
      });
      const pages = beginRendering(release);
      try {
        return await renderAll(release, { site, renderers: renderer, totalLimit: limits.all, pages });
      } finally {
        pages.end();
        renderer.close();
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
  const { remote, id, serverEntry, routes } = release.record;
  const loadCode = async () => (await readReleaseFile(release, serverEntry)).toString('utf8');
  const problems: GateProblem[] = [];
  const deadline = performance.now() + totalLimit;
  for (const { path, meta } of routes.flatMap((meta) => samplePathsOf(meta).map((path) => ({ path, meta })))) {
    if (performance.now() > deadline) {
      problems.push(problem(path, `was not reached: the pages before took ${totalLimit / 1000} s`));
      break;
    }
    try {
      const job = { url: path, site, page: { release: `${remote} ${id}`, meta, loadCode } };
      const rendered = await renderers.render(job);
      pages.add({ path, meta, rendered });
      problems.push(...faultsOf(rendered).map((fault) => problem(path, fault)));
    } catch (error) {
      problems.push(problem(path, `cannot be rendered on the server: ${firstLineOf(error)}`));
      // A bundle that hangs or ends the renderer would do so on every page.
      if (error instanceof RenderBreakdown) break;
    }
  }
  return problems;
}

function faultsOf({ head, html }: RenderedPage): string[] {
  const titles = [...head.matchAll(/<title[^>]*>(?<text>[^<]*)<\/title>/g)];
  const descriptions = [...head.matchAll(/<meta name="description" content="(?<text>[^"]*)"/g)];
  return [
    ...exactlyOne('an h1', [...html.matchAll(/<h1[\s>]/g)].length),
    ...exactlyOne('a title', countTexts(titles)),
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

/** What a visitor may put into an address on purpose: characters with a meaning, other scripts, 200 in all. */
const nastyValue = `"><script>alert(1)</script>%00&'\`\\ü☃𝄞 ${'x'.repeat(200)}`.slice(0, 200);

/**
 * Addresses that a page is tried under: its own, or, when it has parameters, one with each value that the route knows, or else with
 * its samples and with the worst that somebody may type; then the first of them with each value of each query parameter that the
 * server renders.
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

/** What the rule "render" makes of a release, a page at a time. */
class Rendering {
  readonly pages: GatePage[] = [];
  isOver = false;
  #next = Promise.withResolvers<void>();

  /** Resolves with the next page, or with the end. */
  get next(): Promise<void> {
    return this.#next.promise;
  }

  add(page: GatePage): void {
    this.pages.push(page);
    this.#notify();
  }

  end(): void {
    this.isOver = true;
    this.#notify();
  }

  #notify(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }
}
const renderings = new WeakMap<LoadedRelease, Rendering>();

/** Whoever comes first, the rule that renders or one that goes on with its pages. */
function renderingOf(release: LoadedRelease): Rendering {
  const rendering = renderings.get(release) ?? new Rendering();
  renderings.set(release, rendering);
  return rendering;
}

/** Takes what the rule "render" makes of this very reading of a release, for the rules that go on with it. */
export function beginRendering(release: LoadedRelease): Pick<Rendering, 'add' | 'end'> {
  if (renderings.get(release)?.isOver) renderings.delete(release);
  return renderingOf(release);
}

/** The pages of this very reading of a release that could be rendered. */
export function renderedPagesOf(release: LoadedRelease): readonly GatePage[] {
  return renderings.get(release)?.pages ?? [];
}

/** The same, each as soon as it is there, until the rule that renders is done with this release, or with all. */
export async function* pagesAsRendered(release: LoadedRelease, over: Promise<unknown>): AsyncGenerator<GatePage> {
  const rendering = renderingOf(release);
  let isLate = false;
  const late = over.then(() => {
    isLate = true;
  });
  for (let index = 0; ; ) {
    const page = rendering.pages[index];
    if (page) {
      index += 1;
      yield page;
    } else if (rendering.isOver || isLate) return;
    else await Promise.race([rendering.next, late]);
  }
}

/** The first line of what was thrown, without a full stop. */
export function firstLineOf(error: unknown): string {
  return messageOf(error).split('\n')[0]?.replace(/\.$/, '') ?? '';
}

/**
 * What a visitor gets of a page before the first round trip is over stays within the budget: what does not fit into the first
 * packets waits for one more.
 */
export const firstAnswerIsWithinBudget: GateRule = {
  id: 'first-answer',
  says: 'What a visitor gets of a page with the first packets stays within its budget.',
  onRollback: false,
  stopsGate: false,
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

/** Under the first of its addresses: the others differ in what visitors make up. */
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

export const renderingRules: readonly GateRule[] = [pagesRender, firstAnswerIsWithinBudget];
