import { earlySubmitMark } from '../contracts/early-submit-mark.ts';

/** Forms as the server wrote them; `kit/forms` marks those that work. */
const still = '[data-kit-form]:not([data-ready])';

/** On a form: whoever set it needs the form to work, though the visitor has not touched it. */
const wantedMark = 'data-wanted';
const wantedEvent = 'site:form-wanted';

/** What a visitor does to a form who is about to use it, or has used it. */
const touches = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'keydown', 'input', 'submit', wantedEvent];

/** The visitor is at a form that does not work yet, or has sent it. */
export function isTouched(): boolean {
  return document.querySelector(`${still}:is(:hover, :focus-within, [${earlySubmitMark}], [${wantedMark}])`) !== null;
}

let touch: Promise<void> | undefined;

/** Resolves when the visitor first turns to a form of the page. */
export function firstTouch(): Promise<void> {
  touch ??= isTouched() ? Promise.resolve() : hearTouch();
  return touch;
}

function hearTouch(): Promise<void> {
  return new Promise((resolve) => {
    const hear = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(still)) return;
      for (const type of touches) document.removeEventListener(type, hear, true);
      resolve();
    };
    for (const type of touches) document.addEventListener(type, hear, { capture: true, passive: true });
  });
}

/** Has the forms of the page made to work; nothing when all of them do. */
export function wakeForms(): Promise<void> | undefined {
  const forms = [...document.querySelectorAll<HTMLElement>(still)];
  if (forms.length === 0) return undefined;
  for (const form of forms) {
    form.setAttribute(wantedMark, '');
    form.dispatchEvent(new Event(wantedEvent));
  }
  return Promise.all(forms.map(whenReady)).then(() => undefined);
}

/** Resolves when a form works, or is gone. */
function whenReady(form: Element): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (form.isConnected && form.matches(still)) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-ready'] });
    look();
  });
}

let holds = false;

/**
 * Keeps presses of buttons inside of a form that does not work yet, and of links to another step of it, until it does. What
 * sends the form is kept by the first script of the page (`kit/early-submit`), but for Enter beside a disabled button.
 */
export function holdPresses(): void {
  if (holds) return;
  holds = true;
  document.addEventListener('click', hold, true);
  document.addEventListener('keydown', keepEnter, true);
}

/** Browsers send nothing by Enter while the button is disabled, as one is that waits for words the form has not heard yet. */
function keepEnter({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement) || !target.value) return;
  const { form } = target;
  if (form?.matches(still) && !form.querySelector('[type=submit]:enabled')) form.setAttribute(earlySubmitMark, '');
}

function hold(event: MouseEvent): void {
  const { target } = event;
  const pressed = target instanceof Element ? target.closest<HTMLElement>('button:not([type=submit]), a[href]') : null;
  const form = pressed?.closest(still);
  if (!pressed || !form || (pressed instanceof HTMLAnchorElement && leavesPage(pressed, event))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // Pressed twice, it is still one press: a switch would be back where it was.
  if (pressed.ariaBusy === 'true') return;
  pressed.ariaBusy = 'true';
  void whenReady(form).then(() => {
    pressed.ariaBusy = null;
    if (pressed.isConnected) pressed.click();
  });
}

function leavesPage({ origin, pathname }: HTMLAnchorElement, { metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  return metaKey || ctrlKey || shiftKey || altKey || origin !== location.origin || pathname !== location.pathname;
}
