/** Tells the header's recipe that a popover is open where the browser has no word for that. */
const openMark = 'data-popover-open';

/**
 * What older versions of Safari lack of popovers, one of which is the menu for phones. From 17 to 18.2 phones do not close
 * it on a tap beside it; before 17 there are no popovers, and its button shows and hides it here.
 */
export function polyfillPopovers(page: Document): void {
  const native = 'popover' in HTMLElement.prototype;
  // Not `click`, which a tap on plain text does not make on those phones.
  page.addEventListener('pointerup', ({ target }) => closeBeside(page, target, native), true);
  if (native) return;
  page.addEventListener('click', ({ target }) => press(page, target), true);
  page.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const popover of openOnes(page, native)) setOpen(page, popover, false)?.focus();
  });
}

const openOnes = (page: Document, native: boolean) =>
  page.querySelectorAll<HTMLElement>(native ? ':popover-open' : `[${openMark}]`);

function closeBeside(page: Document, target: EventTarget | null, native: boolean): void {
  for (const popover of openOnes(page, native)) {
    const isBeside = target instanceof Node && !popover.contains(target) && !buttonOf(page, popover)?.contains(target);
    if (!isBeside) continue;
    if (native) popover.hidePopover();
    else setOpen(page, popover, false);
  }
}

/** A press on the button of a popover, or on something inside one: a choice closes it. */
function press(page: Document, target: EventTarget | null): void {
  if (!(target instanceof Element)) return;
  const id = target.closest('[popovertarget]')?.getAttribute('popovertarget');
  const popover = id ? page.getElementById(id) : target.closest<HTMLElement>(`[${openMark}]`);
  if (popover) setOpen(page, popover, Boolean(id) && !popover.hasAttribute(openMark));
}

function setOpen(page: Document, popover: HTMLElement, isOpen: boolean): HTMLElement | null {
  const button = buttonOf(page, popover);
  popover.toggleAttribute(openMark, isOpen);
  button?.setAttribute('aria-expanded', String(isOpen));
  return button;
}

function buttonOf(page: Document, popover: HTMLElement): HTMLElement | null {
  return page.querySelector<HTMLElement>(`[popovertarget="${popover.id}"]`);
}
