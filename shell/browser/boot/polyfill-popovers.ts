/** Marks a popover as open for the header's recipe, in browsers without `:popover-open`. */
const openMark = 'data-popover-open';

/**
 * Adds what older Safari versions lack of popovers, one of which is the menu for phones. From 17 to 18.2 a tap outside does
 * not close it on phones; before 17 there are no popovers, and this script shows and hides it.
 */
export function polyfillPopovers(page: Document): void {
  const native = 'popover' in HTMLElement.prototype;
  // A tap on plain text fires no `click` on those phones.
  page.addEventListener('pointerup', ({ target }) => closeOnOutsideTap(page, target, native), true);
  if (native) return;
  page.addEventListener('click', ({ target }) => press(page, target), true);
  page.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const popover of openOnes(page, native)) setOpen(page, popover, false)?.focus();
  });
}

const openOnes = (page: Document, native: boolean) =>
  page.querySelectorAll<HTMLElement>(native ? ':popover-open' : `[${openMark}]`);

function closeOnOutsideTap(page: Document, target: EventTarget | null, native: boolean): void {
  for (const popover of openOnes(page, native)) {
    const isOutside = target instanceof Node && !popover.contains(target) && !buttonOf(page, popover)?.contains(target);
    if (!isOutside) continue;
    if (native) popover.hidePopover();
    else setOpen(page, popover, false);
  }
}

/** Handles a press on a popover's button, or on a link inside a popover, which closes it. */
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
