import { hearLeaving } from 'kit/leaving';
import { useSite } from 'kit/site';
import { floatVoice } from 'kit/voice';
import { useEffect } from 'react';
import { useVisit } from '../current-visit.tsx';

/** The floating voice assistant of every page (docs/specification.md#2), fetched when the page is at rest. */
export function VoiceWidget() {
  const { voice } = useSite();
  const agentId = voice.agents[useVisit().page.meta?.voiceAgent ?? 'site'];
  useEffect(() => {
    // A page may be left while this waits.
    const stop = hearLeaving();
    const cancel = whenIdle(() => void floatVoice(voice, agentId).finally(stop));
    return () => {
      cancel();
      stop();
    };
  }, [voice, agentId]);
  return null;
}

/** Safari has no requestIdleCallback; a short wait serves there. */
function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(callback, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, 1000);
  return () => clearTimeout(timer);
}
