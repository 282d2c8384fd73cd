import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';

/** The open dialogs of a history entry, each with what it was opened with. */
type Dialogs = Readonly<Record<string, unknown>>;

interface DialogEntry {
  /** What the dialog was opened with; undefined while it is closed. A reload keeps it, so an older release may have written it. */
  value: unknown;
  /** Opens the dialog in place of one that is open. The value must be JSON. */
  open: (value: unknown) => void;
  /** Opens the dialog above one that is open. */
  openAbove: (value: unknown) => void;
  close: () => void;
}

/** The key of the entry that a dialog is just closing: Back takes a moment, and a second one would leave the page. */
let closing: string | null = null;
/** In milliseconds. A Back that the browser has not done by then is lost, and the next press is another one. */
const backTimeout = 1000;

/**
 * A dialog that is an entry of the browser's history: Back closes it and stays on the page, Forward and a reload open it again. It is
 * kept in the state of the entry, so that no address has it.
 */
export function useDialogEntry(name: string): DialogEntry {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef<Location>(null);
  // The server does not know what is open, and React must find its HTML.
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  // Before the paint: Escape may be pressed as soon as the dialog is seen.
  useLayoutEffect(() => {
    latest.current = location;
    closing = null;
    return () => {
      latest.current = null;
    };
  }, [location]);

  const moves = useMemo(() => {
    const shown = () => (latest.current?.key === closing ? undefined : dialogsOf(latest.current));
    // The anchor of the address is left out: React Router would scroll to it.
    const show = (dialogs: Dialogs, replace: boolean) => {
      if (!latest.current) return;
      const { pathname, search } = latest.current;
      // What replaces a sent form is there at once: until then the form could be sent again.
      navigate({ pathname, search }, { state: { dialogs }, replace, flushSync: replace, preventScrollReset: true });
    };
    return {
      open: (value: unknown) => show({ [name]: value }, shown() !== undefined),
      openAbove: (value: unknown) => show({ ...shown(), [name]: value }, false),
      close: () => {
        if (shown() === undefined) return;
        const key = latest.current?.key ?? null;
        closing = key;
        setTimeout(() => {
          if (closing === key) closing = null;
        }, backTimeout);
        navigate(-1);
      },
    };
  }, [name, navigate]);

  return { value: isHydrated ? dialogsOf(location)?.[name] : undefined, ...moves };
}

/** Undefined for an entry without a dialog. */
export function dialogsOf(location: Location | null): Dialogs | undefined {
  const state: { dialogs?: Dialogs } | null | undefined = location?.state;
  return typeof state?.dialogs === 'object' ? state.dialogs : undefined;
}
