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
export function voiceOnPage(): VoiceOnPage {
  const page = globalThis as { [key]?: VoiceOnPage }; // the global has no type for our symbol
  page[key] ??= {};
  return page[key];
}
