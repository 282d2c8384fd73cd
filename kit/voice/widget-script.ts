import type { PublicSite } from '../contracts/site-config.ts';
import { voiceOnPage } from './voice-on-page.ts';

export type VoiceProvider = Pick<PublicSite['voice'], 'scriptUrl' | 'scriptIntegrity' | 'elementName'>;

/**
 * Loads the provider's script once a page: a second copy would throw, because its custom element is already registered.
 * After a failure the next call tries again.
 */
export function loadWidgetScript(provider: VoiceProvider): Promise<void> {
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
