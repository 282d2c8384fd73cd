const controls = 'input, textarea, select';
const pressed = `${controls}, button, label, summary, [role]`;

/** Tracks what the visitor has started and would lose with the document. */
export class VisitorUse {
  readonly #pageAtHand: () => string;
  #begunOn: string | null = null;
  #hasCalled = false;

  /** @param pageAtHand - returns the path of the current page @param voiceElement - the name of the voice widget's element */
  constructor(pageAtHand: () => string, voiceElement: string) {
    this.#pageAtHand = pageAtHand;
    // Created before React hydrates the page and takes over early input.
    if (isAnythingChanged()) this.#begunOn = pageAtHand();
    // Links are left out, because following one leaves no state on the page.
    const begin = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key === 'Tab') return;
      const { target } = event;
      if (!(target instanceof Element)) return;
      if (target.closest(voiceElement)) this.#hasCalled = true;
      if (event.type === 'drop' || target.closest(pressed)) this.#begunOn = pageAtHand();
    };
    for (const type of ['input', 'click', 'keydown', 'drop']) {
      document.addEventListener(type, begin, { capture: true, passive: true });
    }
  }

  /** True after the visitor pressed the voice widget: a call may be in progress, and no event marks its end. */
  get mayBeInCall(): boolean {
    return this.#hasCalled;
  }

  /**
   * True if the visitor typed, pressed or opened something on the current page, before or after hydration, submitted or not.
   */
  get hasBegun(): boolean {
    if (this.#begunOn === this.#pageAtHand()) return true;
    if (document.activeElement?.matches(controls) || document.querySelector('dialog[open]')) return true;
    return isAnythingChanged();
  }
}

function isAnythingChanged(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>(controls)].some(isChanged);
}

/** True if the control differs from its initial state. */
function isChanged(control: HTMLInputElement | HTMLSelectElement): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some(
      ({ selected, defaultSelected }, index) => selected && !defaultSelected && index > 0,
    );
  }
  // The value of a checkbox is what a request sends; it is not state.
  if (['checkbox', 'radio'].includes(control.type)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}
