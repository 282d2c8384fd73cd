import type { PublicSite } from '../contracts/site-config.ts';
import { voiceAgentIdPattern } from '../contracts/voice-agent-id.ts';
import { loadWhileHere } from '../leaving/index.ts';

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

export type VoiceProvider = Pick<PublicSite['voice'], 'scriptUrl' | 'scriptIntegrity' | 'elementName'>;

/**
 * Loads the provider's script once a page: a second copy would throw, because its custom element is already registered.
 * After a failure the next call tries again.
 */
function loadWidgetScript(provider: VoiceProvider): Promise<void> {
  if (customElements.get(provider.elementName)) return Promise.resolve();
  const page = voiceOnPage();
  page.inFlight ??= addScript(provider).finally(() => {
    page.inFlight = undefined;
  });
  return page.inFlight;
}

async function addScript({ scriptUrl, scriptIntegrity, elementName }: VoiceProvider): Promise<void> {
  const page = voiceOnPage();
  // A failed script stays until the next call, so that a page has one script of the provider.
  page.script?.remove();
  const script = document.createElement('script');
  page.script = script;
  script.src = scriptUrl;
  script.integrity = scriptIntegrity;
  script.crossOrigin = 'anonymous';
  script.async = true;
  await new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`The voice widget could not be loaded from ${scriptUrl}`));
    document.head.append(script);
  });
  if (!customElements.get(elementName)) {
    throw new Error(`The script at ${scriptUrl} did not define the element <${elementName}>`);
  }
}

interface VoiceOnPage {
  /** The page's only widget. It is moved and gets another agent by its attribute, but is never created twice. */
  widget?: HTMLElement;
  /** The element in which the widget is embedded, or will be after its script has loaded. */
  box?: HTMLElement | undefined;
  /** The last script that was added, loaded or not. */
  script?: HTMLScriptElement;
  /** The script's loading in progress. */
  inFlight?: Promise<void> | undefined;
}

const key = Symbol.for('kit/voice');

/** The page's state, shared by all copies of this module: the shell and each remote may bundle their own. */
function voiceOnPage(): VoiceOnPage {
  const page = globalThis as { [key]?: VoiceOnPage }; // the global has no type for our symbol
  page[key] ??= {};
  return page[key];
}
