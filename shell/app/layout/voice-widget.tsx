import { hearLeaving } from 'kit/leaving';
import { useSite } from 'kit/site';
import { floatVoice } from 'kit/voice';
import { useEffect } from 'react';
import { useRouteMeta } from '../route-meta.ts';

/** The floating voice assistant of every page (docs/specification.md#2). It is fetched when the browser is idle. */
export function VoiceWidget() {
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
