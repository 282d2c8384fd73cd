import { hearLeaving } from 'kit/leaving';
import { useSite } from 'kit/site';
import { Toaster } from 'kit/toast';
import { chakra, Section, Spinner } from 'kit/ui';
import { floatVoice } from 'kit/voice';
import {
  createContext,
  memo,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { PageHead } from '../page-head.tsx';
import { hydratedEvent } from '../page-scripts.ts';
import { useRouteMeta } from '../route-meta.ts';
import { BackToTop } from './back-to-top.tsx';
import { CallBar } from './call-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavigationFocus } from './navigation-focus.tsx';

const Anchor = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    left: '2',
    zIndex: 'toast',
    padding: '3',
    background: 'bg',
    color: 'fg',
    borderRadius: 'sm',
    transform: 'translateY(-200%)',
    '&:focus': { transform: 'none' },
  },
});

/** The first focusable element: it skips the header. */
function SkipLink() {
  return (
    <Anchor href="#main" data-print="none">
      Skip to content
    </Anchor>
  );
}

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

export function PagePending() {
  return (
    <Section>
      <Spinner label="Loading the page ..." />
    </Section>
  );
}

/** The component in place of a loading page. The server replaces it when it renders only the frame. */
export const Pending = createContext(PagePending);

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

/** The floating voice assistant of every page (docs/specification.md#2). It is fetched when the browser is idle. */
function VoiceWidget() {
  const { voice } = useSite();
  const agentId = voice.agents[useRouteMeta()?.voiceAgent ?? 'site'];
  useEffect(() => {
    // The visitor may leave the page before the browser is idle.
    const stop = hearLeaving();
    const cancel = whenIdle(() => void floatVoice(voice, agentId).finally(stop));
    return () => {
      cancel();
      stop();
    };
  }, [voice, agentId]);
  return null;
}

/** Calls back when the browser is idle, or after a second in Safari, which has no requestIdleCallback. */
function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(callback, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, 1000);
  return () => clearTimeout(timer);
}

/**
 * Scrolls as React Router does, but without an animation between pages: the theme's smooth scrolling is meant for anchors
 * within a page.
 */
function PageScroll() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  // React runs insertion effects before layout effects, and the layout effects of ScrollRestoration before its parent's.
  useInsertionEffect(() => {
    if (shown.current === pathname) return;
    document.documentElement.style.scrollBehavior = 'auto';
    // Chromium scrolls with the style that it computed last.
    void getComputedStyle(document.documentElement).scrollBehavior;
  }, [pathname]);
  useLayoutEffect(() => {
    shown.current = pathname;
    document.documentElement.style.scrollBehavior = '';
  }, [pathname]);
  return <ScrollRestoration />;
}
