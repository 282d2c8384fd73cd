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

/** Shows the server's HTML of a page whose remote failed. It is readable, its links work, and a notice offers a retry. */
export function StaticIsland({ html, onRetry }: StaticIslandProps) {
  useRetryOnline(onRetry);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is that of this document, read before hydration */}
      <div data-static-island="" style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: html }} />
      <Notice>
        <ErrorPanel title="Buttons and forms of this page do not work at the moment" onRetry={onRetry} />
      </Notice>
    </>
  );
}
