import { voiceAgentIdPattern } from '../contracts/voice-agent-id.ts';
import { loadWhileHere } from '../leaving/index.ts';
import { voiceOnPage } from './voice-on-page.ts';
import { loadWidgetScript, type VoiceProvider } from './widget-script.ts';

/**
 * Shows the floating voice widget with this agent and loads its script if needed. The element is on the page immediately
 * and is empty until the script has loaded. Resolves to false after a failure, which is only logged
 * (docs/specification.md#8); the next call tries again.
 */
export function openVoice(provider: VoiceProvider, agentId: string): Promise<boolean> {
  voiceOnPage().box = undefined;
  return place(provider, agentId, document.body);
}

/** Shows the floating widget without a press, unless it is embedded or about to be. */
export async function floatVoice(provider: VoiceProvider, agentId: string): Promise<boolean> {
  return voiceOnPage().box?.isConnected ? true : openVoice(provider, agentId);
}

/**
 * Embeds the voice widget in an element of the page (docs/specification.md#2, client demos). Resolves to whether it is
 * there. {@link openVoice} moves it back to its corner.
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
    if (!parent.isConnected) return false; // the visitor has moved on to another page
    putWidget(provider, agentId, parent);
    return true;
  } catch (error) {
    // An error instead of a warning, because operators watch for errors.
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
