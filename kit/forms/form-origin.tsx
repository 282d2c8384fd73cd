import { type RefObject, useRef, useSyncExternalStore } from 'react';
import { consentVersion, type FormContext } from '../contracts/form-context.ts';

const trapName = 'nickname-confirm';
const never = () => () => {};

/** A field that people neither see nor reach: only a machine fills it. */
export function Trap() {
  return (
    <input
      name={trapName}
      tabIndex={-1}
      autoComplete="off"
      aria-hidden="true"
      defaultValue=""
      style={{ position: 'absolute', left: '-200vw', width: '1px', height: '1px', padding: 0 }}
    />
  );
}

/** Reads where, and how fast, the form is filled (`kit/contracts/form-context`). */
export function useContextReader(form: RefObject<HTMLFormElement | null>): () => FormContext {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const firstSeen = useRef<number | null>(null);
  // A form that came with the page has been in sight since the page began.
  firstSeen.current ??= hydrating ? 0 : performance.now();
  const since = firstSeen.current;

  return () => {
    const trap = form.current?.elements.namedItem(trapName);
    return {
      page: window.location.pathname,
      consent: consentVersion,
      fillMs: Math.round(performance.now() - since),
      trap: trap instanceof HTMLInputElement ? trap.value : '',
    };
  };
}
