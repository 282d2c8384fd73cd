import { chakra, ErrorPanel } from 'kit/ui';
import { useRetryOnline } from './use-retry-online.ts';

const Notice = chakra('div', {
  base: {
    position: 'fixed',
    insetInline: '4',
    top: 'calc(var(--header-height) + 1rem)',
    zIndex: 'header',
    width: 'fit-content',
    marginInline: 'auto',
    boxShadow: 'float',
  },
});

interface StaticIslandProps {
  html: string;
  onRetry: () => Promise<void>;
}

/** The server's HTML of a page whose remote failed: readable, its links work; a notice offers to try the rest again. */
export function StaticIsland({ html, onRetry }: StaticIslandProps) {
  useRetryOnline(onRetry);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is this document's own markup, read before hydration */}
      <div data-static-island="" style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: html }} />
      <Notice>
        <ErrorPanel title="Buttons and forms of this page do not work at the moment" onRetry={onRetry} />
      </Notice>
    </>
  );
}
