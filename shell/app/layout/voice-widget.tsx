import type { RouteMeta } from 'kit/contracts/release';
import { useSite } from 'kit/site';
import { openVoice } from 'kit/voice';
import { useEffect } from 'react';
import { useMatches } from 'react-router';

/** The floating voice assistant of every page (docs/specification.md#2), fetched when the page is at rest. */
export function VoiceWidget() {
  const { voice } = useSite();
  const handle: unknown = useMatches().at(-1)?.handle;
  // Handles are set by siteRoutes alone.
  const kind = (handle as RouteMeta | undefined)?.voiceAgent ?? 'site';
  const agentId = voice.agents[kind];
  useEffect(() => whenIdle(() => void openVoice(voice, agentId)), [voice, agentId]);
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
