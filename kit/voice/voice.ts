import { voiceAgentIdPattern } from '../contracts/voice-agent-id.ts';
import { loadWhileHere } from '../leaving/index.ts';
import { voiceOnPage } from './voice-on-page.ts';
import { loadWidgetScript, type VoiceProvider } from './widget-script.ts';

/**
 * Shows the floating voice widget with this agent, loading it if need be. Resolves to whether it is there: a failure
 * is only logged (docs/specification.md#8), and the next call tries again.
 */
export function openVoice(provider: VoiceProvider, agentId: string): Promise<boolean> {
  return place(provider, agentId, () => document.body);
}

/**
 * Puts the voice widget into an element of the page (docs/specification.md#2, client demos). Resolves to whether it
 * is there. {@link openVoice} takes it back to its corner.
 */
export function embedVoice(provider: VoiceProvider, target: HTMLElement, agentId: string): Promise<boolean> {
  return place(provider, agentId, () => target);
}

async function place(provider: VoiceProvider, agentId: string, parentOf: () => HTMLElement): Promise<boolean> {
  try {
    if (!voiceAgentIdPattern.test(agentId)) throw new Error(`Not the id of a voice agent: ${JSON.stringify(agentId)}`);
    await loadWhileHere(() => loadWidgetScript(provider));
    const parent = parentOf();
    if (!parent.isConnected) return false; // the visitor has gone on to another page meanwhile
    const page = voiceOnPage();
    page.widget ??= document.createElement(provider.elementName);
    const { widget } = page;
    if (widget.getAttribute('agent-id') !== agentId) widget.setAttribute('agent-id', agentId);
    if (widget.parentElement !== parent) parent.append(widget);
    return true;
  } catch (error) {
    // A warning would do for a visitor; operators look for errors.
    console.error('[voice]', error);
    return false;
  }
}
