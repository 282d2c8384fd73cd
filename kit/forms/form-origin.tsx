import { chakra } from '@chakra-ui/react';
import { type RefObject, useRef, useSyncExternalStore } from 'react';
import { consentVersion, type FormContext } from '../contracts/form-context.ts';

/**
 * A word that machines take for a field of a contact form, and that no browser or password manager knows of a person. Their
 * guesses go by parts of names: `nickname` is one of Safari's contact card, and `name` one of everybody's
 * (Chromium's `name_field`, Firefox's `HeuristicsRegExp`). The API never sees it: it is told the value alone.
 */
const trapName = 'topic';
const never = () => () => {};

/**
 * Not drawn at all: browsers fill in what could have the focus, also far beside the window and in spite of
 * `autocomplete=off`, and Safari tells nobody. Machines that read the markup cannot tell from it what is drawn.
 */
const Unseen = chakra('div', { base: { display: 'none' } });

/** A field that people neither see nor reach, nor their browsers for them: only a machine fills it. */
export function Trap() {
  return (
    <Unseen>
      <input name={trapName} autoComplete="off" defaultValue="" />
    </Unseen>
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
