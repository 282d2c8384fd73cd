import { chakra } from '@chakra-ui/react';
import { type RefObject, useRef, useSyncExternalStore } from 'react';
import { consentVersion, type FormContext } from '../contracts/form-context.ts';

/**
 * A name that bots expect in a contact form, and that no browser or password manager fills in. Their heuristics match parts
 * of names: Safari's contact card has `nickname`, and Chromium (`name_field`) and Firefox (`HeuristicsRegExp`) match
 * `name`. The API only gets the value.
 */
const trapName = 'topic';
const never = () => () => {};

/**
 * The field is not displayed at all: browsers also fill in focusable fields far off screen despite `autocomplete=off`, and
 * Safari does so silently. A bot that reads only markup cannot see the difference.
 */
const Unseen = chakra('div', { base: { display: 'none' } });

/** A honeypot field, which people cannot see or reach and browsers do not fill in. */
export function Trap() {
  return (
    <Unseen>
      <input name={trapName} autoComplete="off" defaultValue="" />
    </Unseen>
  );
}

/** Returns a function that reads the page and the fill time of the form (`kit/contracts/form-context`). */
export function useContextReader(form: RefObject<HTMLFormElement | null>): () => FormContext {
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const firstSeen = useRef<number | null>(null);
  // A server-rendered form was visible from the start of the page.
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
