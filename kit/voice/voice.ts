import { voiceAgentIdPattern } from '../contracts/voice-agent-id.ts';
import { loadWhileHere } from '../leaving/index.ts';
import { voiceOnPage } from './voice-on-page.ts';
import { loadWidgetScript, type VoiceProvider } from './widget-script.ts';

/**
 * Shows the floating voice widget with this agent, loading it if need be. Resolves to whether it is there: a failure
 * is only logged (docs/specification.md#8), and the next call tries again. Its element is on the page at once, as the
 * provider's own instructions have it, and comes to life with the script.
 */
export function openVoice(provider: VoiceProvider, agentId: string): Promise<boolean> {
  return tell(async () => {
    check(agentId);
    put(provider, document.body, agentId);
    await loadWhileHere(() => loadWidgetScript(provider));
    return true;
  });
}

/**
 * Puts the voice widget into an element of the page (docs/specification.md#2, client demos), once it is loaded. Resolves to
 * whether it is there. {@link openVoice} takes it back to its corner.
 */
export function embedVoice(provider: VoiceProvider, target: HTMLElement, agentId: string): Promise<boolean> {
  return tell(async () => {
    check(agentId);
    await loadWhileHere(() => loadWidgetScript(provider));
    if (!target.isConnected) return false; // the visitor has gone on to another page meanwhile
    put(provider, target, agentId);
    return true;
  });
}

function check(agentId: string): void {
  if (!voiceAgentIdPattern.test(agentId)) throw new Error(`Not the id of a voice agent: ${JSON.stringify(agentId)}`);
}

function put({ elementName }: VoiceProvider, parent: HTMLElement, agentId: string): void {
  const page = voiceOnPage();
  page.widget ??= document.createElement(elementName);
  const { widget } = page;
  widget.dataset.part = 'voice';
  if (widget.getAttribute('agent-id') !== agentId) widget.setAttribute('agent-id', agentId);
  if (widget.parentElement !== parent) parent.append(widget);
}

async function tell(show: () => Promise<boolean>): Promise<boolean> {
  try {
    return await show();
  } catch (error) {
    // A warning would do for a visitor; operators look for errors.
    console.error('[voice]', error);
    return false;
  }
}
