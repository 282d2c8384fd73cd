import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';

/** The open dialogs of a history entry by name, each with its value. */
type Dialogs = Readonly<Record<string, unknown>>;

interface DialogEntry {
  /** The value of the open dialog; undefined while it is closed. It survives a reload, so an older release may have written it. */
  value: unknown;
  /** Opens the dialog in place of one that is open. The value must be JSON. */
  open: (value: unknown) => void;
  /** Opens the dialog above one that is open. */
  openAbove: (value: unknown) => void;
  close: () => void;
}

/** The key of the entry that a dialog is closing. Back is asynchronous, and a second Back would leave the page. */
let closing: string | null = null;
/** The dialogs of an entry that is not rendered yet: a second press before that must not add another entry. */
let opening: Dialogs | null = null;
/**
 * The dialogs that were opened last. A history entry holds a copy of them, so an entry to which the visitor returns, or which
 * is reloaded, has others.
 */
let newest: Dialogs | null = null;
/**
 * In milliseconds. After this time a Back counts as lost, and the dialog closes without it. WebKit drops some; a busy browser
 * takes a second for one.
 */
const backTimeout = 3000;

/**
 * A dialog as an entry of the browser's history: Back closes it and stays on the page; Forward or a reload opens it again. The
 * entry's state holds it, so that it does not appear in a URL.
 *
 * @param isShownOnce is true for values of which neither Forward nor a reload opens the dialog again, for example that
 * something was sent. Such an entry goes back to the one below it.
 */
export function useDialogEntry(name: string, isShownOnce: (value: unknown) => boolean = () => false): DialogEntry {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef<Location>(null);
  // The server renders no open dialog, so the first client render must not have one either.
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  // A layout effect, because the visitor may press Escape as soon as the dialog is painted.
  useLayoutEffect(() => {
    latest.current = location;
    closing = null;
    opening = null;
    return () => {
      latest.current = null;
    };
  }, [location]);

  const moves = useMemo(() => {
    const shown = () => opening ?? (latest.current?.key === closing ? undefined : dialogsOf(latest.current));
    // Without the hash, because React Router would scroll to it.
    const show = (dialogs: Dialogs, replace: boolean) => {
      if (!latest.current) return;
      const { pathname, search } = latest.current;
      newest = dialogs;
      // A dialog that replaces a sent form renders synchronously, so that the form cannot be sent twice.
      opening = Object.keys(dialogs).length > 0 ? dialogs : null;
      const state = opening && { dialogs: opening };
      navigate({ pathname, search }, { state, replace, flushSync: replace, preventScrollReset: true });
    };
    return {
      open: (value: unknown) => show({ [name]: value }, shown() !== undefined),
      openAbove: (value: unknown) => show({ ...shown(), [name]: value }, shown()?.[name] !== undefined),
      close: () => {
        if (shown() === undefined) return;
        const key = latest.current?.key ?? null;
        closing = key;
        setTimeout(() => {
          if (closing !== key) return;
          closing = null;
          if (latest.current?.key !== key) return;
          const { [name]: _closed, ...others } = dialogsOf(latest.current) ?? {};
          show(others, true);
        }, backTimeout);
        navigate(-1);
      },
    };
  }, [name, navigate]);

  const dialogs = isHydrated ? dialogsOf(location) : undefined;
  const value = dialogs?.[name];
  const isOver = value !== undefined && dialogs !== newest && isShownOnce(value);
  useEffect(() => {
    if (isOver) moves.close();
  }, [isOver, moves]);

  return { value: isOver ? undefined : value, ...moves };
}

/** Undefined for an entry without a dialog. */
export function dialogsOf(location: Location | null): Dialogs | undefined {
  const state: { dialogs?: Dialogs } | null | undefined = location?.state;
  return typeof state?.dialogs === 'object' ? state.dialogs : undefined;
}
