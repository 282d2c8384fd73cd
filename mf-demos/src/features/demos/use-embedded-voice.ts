import { useSite } from 'kit/site';
import { embedVoice, openVoice } from 'kit/voice';
import { type RefObject, useEffect, useState } from 'react';

/** After this long, in milliseconds, the page says that the demo cannot be loaded; one that comes late is shown all the same. */
const patience = 8000;

export type EmbeddedVoice = 'loading' | 'shown' | 'failed';

/**
 * Moves the page's one voice widget, with the agent of the demos, into an element for as long as that is shown; then
 * it floats again as on the other pages.
 */
export function useEmbeddedVoice(target: RefObject<HTMLElement | null>): { state: EmbeddedVoice; retry: () => void } {
  const { voice } = useSite();
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<EmbeddedVoice>('loading');

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    if (!target.current) return undefined;
    let left = false;
    let hasFailed = false;
    setState('loading');
    const timer = setTimeout(() => setState('failed'), patience);
    embedVoice(voice, target.current, voice.agents.demos).then((isThere) => {
      hasFailed = !isThere;
      clearTimeout(timer);
      if (!left) setState(isThere ? 'shown' : 'failed');
    });
    return () => {
      left = true;
      clearTimeout(timer);
      // Out of its box, where it is or would have come; the next page may give it another agent.
      if (!hasFailed) void openVoice(voice, voice.agents.demos);
    };
  }, [target, voice, attempt]);

  return { state, retry: () => setAttempt((last) => last + 1) };
}
