import { ButtonLink, chakra, ErrorPanel, Section } from 'kit/ui';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { StandInTitle } from './page-head.tsx';

/** The error element of a route: the composition could not be loaded, so that the page's remote is unknown, or the frame threw. */
export function FailedPage() {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  // A navigation that only adds a hash would load nothing.
  return <RemoteErrorCard onRetry={async () => navigate({ pathname, search }, { replace: true, state })} />;
}

/** Replaces a page that failed. The rest of the site keeps working. */
export function RemoteErrorCard({ onRetry }: { onRetry: () => Promise<void> }) {
  useRetryOnline(onRetry);
  return (
    <Section>
      <StandInTitle />
      <ErrorPanel
        title="This page could not be loaded"
        onRetry={onRetry}
        actions={
          <ButtonLink to="/" variant="outline">
            Back to the home page
          </ButtonLink>
        }
      >
        The rest of the site works. Please try again in a moment.
      </ErrorPanel>
    </Section>
  );
}

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

/** Shows the server's HTML of a page whose remote failed. It is readable, its links work, and a notice offers a retry. */
export function StaticIsland({ html, onRetry }: { html: string; onRetry: () => Promise<void> }) {
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

function useRetryOnline(retry: () => Promise<void>): void {
  useEffect(() => {
    const retryNow = () => void retry();
    window.addEventListener('online', retryNow);
    return () => window.removeEventListener('online', retryNow);
  }, [retry]);
}
