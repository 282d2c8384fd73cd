import type { EmotionCache } from '@emotion/cache';
import type { PublicSite } from 'kit/contracts/site-config';
import { SiteProvider } from 'kit/site';
import { KitProvider } from 'kit/theme';
import { type ReactNode, StrictMode } from 'react';

interface SiteTreeProps {
  site: PublicSite;
  cache: EmotionCache;
  /** The router's provider: the static router on the server, the browser router in a browser. */
  children: ReactNode;
}

/** Everything around the router, the same on the server and in the browser. */
export function SiteTree({ site, cache, children }: SiteTreeProps) {
  return (
    <StrictMode>
      <KitProvider cache={cache}>
        <SiteProvider value={site}>{children}</SiteProvider>
      </KitProvider>
    </StrictMode>
  );
}
