interface VoiceOnPage {
  /** The only widget of the page. It is moved and gets other agents by its attribute, but it is never created twice. */
  widget?: HTMLElement;
  /** The element that the widget is embedded in, or will be once its script has loaded. */
  box?: HTMLElement | undefined;
  /** The script that was added last, whether it has loaded or not. */
  script?: HTMLScriptElement;
  /** The loading of the script while it is in progress. */
  inFlight?: Promise<void> | undefined;
}

const key = Symbol.for('kit/voice');

/**
 * Finds the state that the page has, no matter which copy of this module put it there: the shell and each remote may
 * bring their own.
 */
export function voiceOnPage(): VoiceOnPage {
  const page = globalThis as { [key]?: VoiceOnPage }; // a global has no type for our symbol
  page[key] ??= {};
  return page[key];
}
