import { useSite } from 'kit/site';
import { embedVoice, openVoice } from 'kit/voice';
import { type RefObject, useEffect, useState } from 'react';

/** In milliseconds, before the page says that the demo cannot be loaded. A widget that loads later is still shown. */
const patience = 8000;

export type EmbeddedVoice = 'loading' | 'shown' | 'failed';

/**
 * Moves the page's one voice widget, with the demos' agent, into an element while that is mounted; after that it floats again.
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
      // Moves the widget out of its box; the next page may give it another agent.
      if (!hasFailed) void openVoice(voice, voice.agents.demos);
    };
  }, [target, voice, attempt]);

  return { state, retry: () => setAttempt((last) => last + 1) };
}
