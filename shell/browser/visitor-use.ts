const controls = 'input, textarea, select';
const pressed = `${controls}, button, label, summary, [role]`;

/** What the visitor has begun, and would lose with the document. */
export class VisitorUse {
  readonly #pageAtHand: () => string;
  #begunOn: string | null = null;
  #hasCalled = false;

  /**
   * @param pageAtHand - gives the path of the current page
   * @param voiceElement - the name of the voice widget's element
   */
  constructor(pageAtHand: () => string, voiceElement: string) {
    this.#pageAtHand = pageAtHand;
    // Made before React takes the page over, and with it what was typed early.
    if (isAnythingChanged()) this.#begunOn = pageAtHand();
    // Links are left out: following one is no state of the page.
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

  /** The visitor pressed the voice widget: a call may be going on, and nothing tells when it ends. */
  get mayBeInCall(): boolean {
    return this.#hasCalled;
  }

  /** Typed, pressed or opened something on the page at hand, before its scripts came or since, sent or not. */
  get hasBegun(): boolean {
    if (this.#begunOn === this.#pageAtHand()) return true;
    if (document.activeElement?.matches(controls) || document.querySelector('dialog[open]')) return true;
    return isAnythingChanged();
  }
}

function isAnythingChanged(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>(controls)].some(isChanged);
}

/** No longer as the page came. */
function isChanged(control: HTMLInputElement | HTMLSelectElement): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some(
      ({ selected, defaultSelected }, index) => selected && !defaultSelected && index > 0,
    );
  }
  // What stands for a tick in a request is no state.
  if (['checkbox', 'radio'].includes(control.type)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}
