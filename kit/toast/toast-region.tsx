import { chakra } from '@chakra-ui/react/styled-system';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { currentToasts, defaultDuration, dismissToast, subscribeToToasts, type Toast } from './store.ts';

const Region = chakra('section', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    // At the top, where no form has its button.
    top: 'calc(var(--header-height) + 1rem)',
    '@media (max-height: 30rem)': { top: '4' },
    right: { base: '4', md: '6' },
    left: { base: '4', sm: 'auto' },
    width: { sm: '24rem' },
    pointerEvents: 'none',
    '&:focus': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '4px', borderRadius: 'md' },
    '& [data-part=toast]': {
      pointerEvents: 'auto',
      // Selected text would be dragged instead of swiped.
      WebkitUserSelect: 'none',
      userSelect: 'none',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gap: '3',
      alignItems: 'start',
      background: 'bg',
      color: 'fg',
      padding: '4',
      paddingLeft: '5',
      border: '1px solid',
      borderColor: 'line',
      borderLeft: '4px solid',
      borderLeftColor: 'accent',
      borderRadius: 'md',
      boxShadow: 'float',
      animation: 'rise 200ms ease-out',
    },
    '& [data-look=success]': { borderLeftColor: 'success' },
    '& [data-look=error]': { borderLeftColor: 'danger' },
    '& [data-part=title]': { fontWeight: '700', lineHeight: '1.4' },
    '& [data-part=description]': { color: 'muted', fontSize: 'sm', lineHeight: '1.5', marginTop: '1' },
    '& button': {
      display: 'grid',
      placeItems: 'center',
      width: '2.75rem',
      height: '2.75rem',
      margin: '-0.625rem',
      borderRadius: 'sm',
      '&:hover': { background: 'surface' },
    },
  },
});
const swipeThreshold = 50;
const none: readonly Toast[] = [];

/**
 * The notification area, mounted with the first message. Its two live regions are on the page before they get text, because
 * screen readers ignore a region that is added with its text. `takesFocus`: the visitor has pressed F8.
 */
export function ToastRegion({ takesFocus }: { takesFocus: boolean }) {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => none);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<EventTarget>(null);
  const [ready, setReady] = useState(false);
  const [paused, setPaused] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 50);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    function handleShortcut({ key }: { key: string }) {
      if (key === 'F8') region.current?.focus();
    }
    if (takesFocus) handleShortcut({ key: 'F8' });
    document.addEventListener('keydown', handleShortcut);
    return () => document.removeEventListener('keydown', handleShortcut);
  }, [takesFocus]);

  const shown = ready ? toasts.filter((toast) => toast.open) : none;
  const close = (id: number) => {
    // Removing the focused button would lose the focus without an announcement.
    const isInside = region.current?.contains(document.activeElement);
    if (isInside && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    setPaused(false);
    dismissToast(id);
  };
  const handlers = {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      setPaused(true);
    },
    onBlur: () => setPaused(false),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') for (const { id } of shown) close(id);
    },
  };
  const cards = (isUrgent: boolean) =>
    shown
      .filter(({ tone }) => (tone === 'error') === isUrgent)
      .map((toast) => <ToastCard key={toast.id} toast={toast} paused={paused} close={() => close(toast.id)} />);
  return (
    <Region ref={region} aria-label="Notifications (F8)" tabIndex={-1} {...handlers}>
      <div role="status">{cards(false)}</div>
      <div role="alert">{cards(true)}</div>
    </Region>
  );
}

function ToastCard({ toast, paused, close }: { toast: Toast; paused: boolean; close: () => void }) {
  useDuration(close, paused);
  const swipe = useSwipeRight(close);
  return (
    <div data-part="toast" data-tone="ink" data-look={toast.tone} {...swipe}>
      <div>
        <p data-part="title">{toast.title}</p>
        {toast.description && <p data-part="description">{toast.description}</p>}
      </div>
      <button type="button" aria-label="Close notification" onClick={close}>
        <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor">
          <path d="M6 6l12 12M18 6 6 18" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}

/** Closes after five seconds, not counting the time under the pointer or with the focus inside. */
function useDuration(close: () => void, paused: boolean) {
  const left = useRef(defaultDuration);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (paused) return;
    const started = Date.now();
    const timer = setTimeout(() => latest.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [paused]);
}

function useSwipeRight(close: () => void) {
  const start = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);

  function handleDown(event: PointerEvent<HTMLElement>) {
    if (event.target instanceof Element && event.target.closest('button')) return;
    start.current = event.clientX;
    event.currentTarget.setPointerCapture?.(event.pointerId);
  }

  function handleMove(event: PointerEvent<HTMLElement>) {
    if (start.current !== null) setOffset(Math.max(0, event.clientX - start.current));
  }

  function handleUp(event: PointerEvent<HTMLElement>) {
    const moved = start.current === null ? 0 : event.clientX - start.current;
    start.current = null;
    setOffset(0);
    if (moved > swipeThreshold) close();
  }

  function handleCancel() {
    start.current = null;
    setOffset(0);
  }

  return {
    onPointerDown: handleDown,
    onPointerMove: handleMove,
    onPointerUp: handleUp,
    onPointerCancel: handleCancel,
    style: { transform: offset > 0 ? `translateX(${offset}px)` : undefined, touchAction: 'pan-y' },
  };
}
