interface VoiceOnPage {
  /** The one widget. Its agent changes by its attribute, it is moved, but never made twice. */
  widget?: HTMLElement;
  /** What on the page it is embedded in, or will be once its script is there. */
  box?: HTMLElement | undefined;
  /** The script that was added last, whether it came or not. */
  script?: HTMLScriptElement;
  /** That it is being fetched. */
  inFlight?: Promise<void> | undefined;
}

const key = Symbol.for('kit/voice');

/** What the page has, whichever copy of this module put it there: the shell and each remote may bring their own. */
export function voiceOnPage(): VoiceOnPage {
  const page = globalThis as { [key]?: VoiceOnPage }; // a global has no type for our symbol
  page[key] ??= {};
  return page[key];
}
