import createEmotionServer from '@emotion/server/create-instance';
import type { RouteMeta } from 'kit/contracts/release';
import type { PublicSite } from 'kit/contracts/site-config';

import type { ComponentType } from 'react';
import { prerender } from 'react-dom/static.edge';
import { StaticRouter } from 'react-router';
import { notFoundPage, type SitePage, VisitProvider } from '../app/current-visit.tsx';
import { createStyleCache } from '../app/emotion-cache.ts';
import { Site } from '../app/site.tsx';
import { SiteTree } from '../app/site-tree.tsx';
import type { RenderedPage } from '../platform/index.ts';
import { readText } from './web-streams.ts';

export interface RenderRequest {
  /** Path and allow-listed query, for example `/leads?industry=solar`. */
  url: string;
  site: PublicSite;
  /** Null renders the not-found page. */
  page: { meta: RouteMeta; Component: ComponentType } | null;
}

/** React emits what it hoists (title, meta, link) first when the tree holds no head element. */
const hoistedElements = /^(?:<title[^>]*>[\s\S]*?<\/title>|<(?:meta|link)[^>]*\/?>)*/;

/**
 * Renders one page of the site to finished HTML.
 *
 * @throws the first error that a component throws: a page is served whole or not at all.
 */
export async function renderPage({ url, site, page }: RenderRequest): Promise<RenderedPage> {
  const shown: SitePage = page ? { meta: page.meta, element: <page.Component /> } : notFoundPage;
  const cache = createStyleCache();
  // Keeps the rules in the cache, where the server reads them, instead of beside each element.
  cache.compat = true;
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <SiteTree site={site} cache={cache}>
      <StaticRouter location={url}>
        <VisitProvider value={{ page: shown, keepsScroll: true }}>
          <Site />
        </VisitProvider>
      </StaticRouter>
    </SiteTree>,
    {
      // Larger boundaries would be moved behind an inline script, which the content security policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  );
  const markup = await readText(prelude);
  if (errors.length > 0) throw errors[0];
  const head = hoistedElements.exec(markup)?.[0] ?? '';
  const { styles } = createEmotionServer(cache).extractCriticalToChunks(markup);
  return { html: markup.slice(head.length), head, styles: styles.filter(({ css }) => css !== '') };
}
