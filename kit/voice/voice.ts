import { voiceAgentIdPattern } from '../contracts/voice-agent-id.ts';
import { loadWhileHere } from '../leaving/index.ts';
import { voiceOnPage } from './voice-on-page.ts';
import { loadWidgetScript, type VoiceProvider } from './widget-script.ts';

/**
 * Shows the floating voice widget with this agent, loading it if need be. Its element is on the page at once, and draws
 * nothing until its script is there. Resolves to whether that is so: a failure is only logged (docs/specification.md#8),
 * and the next call tries again.
 */
export function openVoice(provider: VoiceProvider, agentId: string): Promise<boolean> {
  voiceOnPage().box = undefined;
  return place(provider, agentId, document.body);
}

/** The same for every page, by itself: a widget that is embedded, or about to be, stays where it is. */
export async function floatVoice(provider: VoiceProvider, agentId: string): Promise<boolean> {
  return voiceOnPage().box?.isConnected ? true : openVoice(provider, agentId);
}

/**
 * Puts the voice widget into an element of the page (docs/specification.md#2, client demos). Resolves to whether it
 * is there. {@link openVoice} takes it back to its corner.
 */
export function embedVoice(provider: VoiceProvider, target: HTMLElement, agentId: string): Promise<boolean> {
  voiceOnPage().box = target;
  return place(provider, agentId, target);
}

async function place(provider: VoiceProvider, agentId: string, parent: HTMLElement): Promise<boolean> {
  try {
    if (!voiceAgentIdPattern.test(agentId)) throw new Error(`Not the id of a voice agent: ${JSON.stringify(agentId)}`);
    if (parent === document.body) putWidget(provider, agentId, parent);
    await loadWhileHere(() => loadWidgetScript(provider));
    if (!parent.isConnected) return false; // the visitor has gone on to another page meanwhile
    putWidget(provider, agentId, parent);
    return true;
  } catch (error) {
    // A warning would do for a visitor; operators look for errors.
    console.error('[voice]', error);
    return false;
  }
}

function putWidget(provider: VoiceProvider, agentId: string, parent: HTMLElement): void {
  const page = voiceOnPage();
  page.widget ??= document.createElement(provider.elementName);
  const { widget } = page;
  widget.dataset.part = 'voice';
  if (widget.getAttribute('agent-id') !== agentId) widget.setAttribute('agent-id', agentId);
  if (widget.parentElement !== parent) parent.append(widget);
}
