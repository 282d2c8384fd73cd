import type { PublicSite } from '../contracts/site-config.ts';
import { voiceOnPage } from './voice-on-page.ts';

export type VoiceProvider = Pick<PublicSite['voice'], 'scriptUrl' | 'scriptIntegrity' | 'elementName'>;

/** Tells the provider's script from others. */
const mark = 'data-voice';

/**
 * Loads the provider's script, once a page: a second copy would throw, because its custom element exists already.
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
  // One that failed stays until it is tried again: the page has one script of the provider's, whatever became of it.
  document.querySelector(`script[${mark}]`)?.remove();
  const script = document.createElement('script');
  script.setAttribute(mark, '');
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
