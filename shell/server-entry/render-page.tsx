import type { EmotionCache } from '@emotion/cache';
import type { RouteMeta } from 'kit/contracts/release';
import type { RouteAnswer } from 'kit/contracts/route-data';
import type { PublicSite } from 'kit/contracts/site-config';
import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { Hero, Spinner } from 'kit/ui';
import { type ComponentType, Fragment } from 'react';
import { prerender } from 'react-dom/static.edge';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { createStyleCache } from '../app/emotion-cache.ts';
import { PagePending, Pending } from '../app/layout/layout.tsx';
import { frameDigest } from '../app/page-data.ts';
import { useRouteMeta } from '../app/route-meta.ts';
import { pageRoute, siteRoutes } from '../app/routes.tsx';
import { SiteTree } from '../app/site-tree.tsx';
import type { Rendering } from '../platform/index.ts';
import { numberClasses, tightenCss, usedTokens } from './page-styles.ts';

type Styles = Rendering.RenderedPage['styles'];

interface RenderRequest {
  /** Path and allow-listed query, such as `/leads?industry=solar`. */
  url: string;
  site: PublicSite;
  /** Null renders the not-found page; a page without a component renders only the frame, see {@link PageLeftOut}. */
  page: { meta: RouteMeta; Component: ComponentType | null; answer?: RouteAnswer | null } | null;
}

const leftOut = new Error('the content of this page is left to the browser');

/** Throws in place of a page: React sends the boundary's fallback, and browsers render the page after loading it. */
function LeaveOut(): never {
  throw leftOut;
}

/** The cast is safe: renderers have no fetch API, and React Router only reads the URL if no route has a loader. */
function requestOf({ href }: URL): Request {
  return { method: 'GET', url: href, signal: new AbortController().signal } as Request;
}

/** React writes hoisted elements (title, meta, link) first if the tree has no head element. */
const hoistedElements = /^(?:<title[^>]*>[\s\S]*?<\/title>|<(?:meta|link)[^>]*\/?>)*/;

/**
 * Renders one page of the site to complete HTML.
 * @throws the first error that a component throws: a page is served completely or not at all.
 */
export async function renderPage({ url, site, page }: RenderRequest): Promise<Rendering.RenderedPage> {
  const Content = page?.Component ?? LeaveOut;
  const Around = page?.meta.usesChakra ? (await import('kit/chakra/page')).ChakraPage : Fragment;
  const content = (
    <Around>
      <Content />
    </Around>
  );
  const pages = page ? [pageRoute(page.Component ? page.meta : { ...page.meta, writesTitle: false }, content)] : [];
  const { query, dataRoutes } = createStaticHandler(siteRoutes({ pages, answer: page?.answer ?? null }));
  const context = await query(requestOf(new URL(url, site.publicOrigin)));
  if (!('matches' in context)) throw new Error(`the routes answer ${url} with no page`);
  const cache = createStyleCache();
  // Keeps the rules in the cache, where the server reads them, instead of beside each element.
  cache.compat = true;
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <SiteTree site={site} cache={cache}>
      <Pending value={page?.Component === null ? PageLeftOut : PagePending}>
        <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
      </Pending>
    </SiteTree>,
    {
      // React would move larger boundaries behind an inline script, which the content security policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        // Tells the browser to render this part itself, without a mismatch error.
        if (error === leftOut) return frameDigest;
        errors.push(error);
        return undefined;
      },
    },
  );
  const markup = await readText(prelude);
  if (errors.length > 0) throw errors[0];
  const head = hoistedElements.exec(markup)?.[0] ?? '';
  const styles = stylesIn(cache, markup, page?.meta.usesChakra === true);
  const tight = styles.map((style) => ({ ...style, css: tightenCss(style.css) }));
  return { head, ...numberClasses({ html: markup.slice(head.length), styles: tight }) };
}

/**
 * Gives the rules of a page from its cache: each global style alone, and then those of all classes that the markup has, without those of
 * what React replaced while it rendered. `@emotion/server` does the same, but needs streams of Node, which a renderer does not have.
 */
function stylesIn({ key, inserted, registered }: EmotionCache, markup: string, isChakra: boolean): Styles {
  const isUsed = new Set(markup.match(new RegExp(`(?<=${key}-)[\\w-]+`, 'g')));
  const rules = Object.entries(inserted).flatMap(([id, css]) =>
    typeof css === 'string' && css !== '' ? [{ id, css, isClass: registered[`${key}-${id}`] !== undefined }] : [],
  );
  const globals = rules
    .filter(({ isClass }) => !isClass)
    .map(({ id, css }) => ({ key: `${key}-global`, ids: [id], css }));
  const classes = rules.filter(({ id, isClass }) => isClass && isUsed.has(id));
  const ofClasses = { key, ids: classes.map(({ id }) => id), css: classes.map(({ css }) => css).join('') };
  const styles = ofClasses.css === '' ? globals : [...globals, ofClasses];
  const [ofSite, ofChakra, ...others] = styles;
  if (!isChakra || !ofSite || !ofChakra) return styles;
  const rest = [ofSite, ...others].map(({ css }) => css);
  // Without its id, browsers do not take it for the whole, and write that themselves.
  return [ofSite, { ...ofChakra, ids: [], css: usedTokens(ofChakra.css, [markup, ...rest].join(' ')) }, ...others];
}

/** Replaces a page that its remote could not render on the server, until the browser has loaded it. */
function PageLeftOut() {
  const { phone } = useSite();
  const meta = useRouteMeta();
  return (
    <Hero
      layout="plain"
      title={meta?.title}
      lead={
        <>
          This page is not ready yet. If it does not appear in a moment, please load it again, or call{' '}
          <a href={telephoneHref(phone)}>{phone}</a>.
        </>
      }
      note={<Spinner label="Loading the page ..." />}
    />
  );
}

/** Reads a whole byte stream as UTF-8. */
async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of stream) text += decoder.decode(part, { stream: true });
  return text;
}
