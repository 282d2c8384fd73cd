/** Windows on which the floating button lies on the page; on narrower ones it has a place of its own in the header. */
export const besideThePage = '(min-width: 63rem)';

/** What somebody may want to press. */
const controls = 'a[href], button, input, select, textarea, label';

/** How far one look lies from the next, in pixels: less than any control is high. */
const grid = 24;

/** How far the button moves up at a time, and how often it may. */
const step = 60;
const steps = 5;

/** The page counts as at rest when it has not been scrolled for so long, in milliseconds. */
const rest = 120;

/**
 * Whenever the page comes to rest, a floating button moves up until it lies on nothing that can be pressed. Where there
 * is no such place it stays where it is: somebody may look for it. Gives the way to end that.
 */
export function avoidControls(button: HTMLElement): () => void {
  let timer = 0;
  const move = () => {
    if (!matchMedia(besideThePage).matches) {
      button.style.translate = '';
      return;
    }
    const { left, top, width, height } = button.getBoundingClientRect();
    const lifted = Number.parseFloat(button.style.translate.split(' ')[1] ?? '') || 0;
    const home = new DOMRect(left, top - lifted, width, height);
    const free = Array.from({ length: steps }, (_, index) => -index * step).find(
      (by) => !liesOnControl(button, home, by),
    );
    button.style.translate = `0 ${free ?? 0}px`;
  };
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(move, rest);
  };
  wait();
  window.addEventListener('scroll', wait, { passive: true });
  window.addEventListener('resize', wait);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('scroll', wait);
    window.removeEventListener('resize', wait);
  };
}

function liesOnControl(button: HTMLElement, { left, right, top, bottom }: DOMRect, by: number): boolean {
  for (let x = left; x <= right; x += grid) {
    for (let y = top; y <= bottom; y += grid) {
      // What begins where the button ends is beside it.
      const [inX, inY] = [Math.min(x, right - 1), Math.min(y, bottom - 1) + by];
      const below = document.elementsFromPoint(inX, inY).find((element) => !button.contains(element));
      if (below?.closest(controls)) return true;
    }
  }
  return false;
}
