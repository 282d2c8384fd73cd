import { Toaster } from 'kit/toast';
import { chakra } from 'kit/ui';
import { memo, type ReactNode, Suspense, useContext, useEffect } from 'react';
import { Outlet } from 'react-router';
import { PageHead } from '../page-head.tsx';
import { hydratedEvent } from '../page-scripts.ts';
import { BackToTop } from './back-to-top.tsx';
import { CallBar } from './call-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavigationFocus } from './navigation-focus.tsx';
import { Pending } from './page-pending.tsx';
import { PageScroll } from './page-scroll.tsx';
import { SkipLink } from './skip-link.tsx';
import { VoiceWidget } from './voice-widget.tsx';

const Main = chakra('main', {
  base: {
    minHeight: '70vh',
    paddingTop: 'var(--header-height)',
    // The last section of a short page extends to the footer. A remote with style sheets has an element around its page.
    display: 'flex',
    flexDirection: 'column',
    '& > :last-child, & > [data-remote] > :last-child': { flexGrow: '1' },
    '&:focus': { outline: 'none' },
  },
});

/**
 * The page inside the frame. React discards the server's HTML if anything above this boundary renders again before the HTML
 * is hydrated. The page is therefore memoized, and Layout has no state and does not subscribe to the router.
 */
const Page = memo(function Page() {
  const Fallback = useContext(Pending);
  return (
    <Suspense fallback={<Fallback />}>
      <Outlet />
      <HydrationMark />
    </Suspense>
  );
});

/** Marks the document as hydrated. Its effect runs after the content beside it is hydrated. */
function HydrationMark() {
  useEffect(() => {
    if ('hydrated' in document.documentElement.dataset) return;
    document.documentElement.dataset.hydrated = '';
    performance.mark('hydrated');
    document.dispatchEvent(new Event(hydratedEvent));
  }, []);
  return null;
}

/** The header, the footer and everything else that every page has. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Header />
      <Main id="main" tabIndex={-1}>
        {children}
      </Main>
      <Footer />
      <CallBar />
      <BackToTop />
      <Toaster />
    </>
  );
}

export function Layout() {
  return (
    <>
      <PageHead />
      <Frame>
        <Page />
      </Frame>
      <NavigationFocus />
      <VoiceWidget />
      <PageScroll />
    </>
  );
}
