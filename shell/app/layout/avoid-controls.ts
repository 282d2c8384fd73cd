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
 * is no such place, as beside the fields of a form on a phone, it is away until the next rest. Gives the way to end that.
 */
export function avoidControls(button: HTMLElement): () => void {
  let timer = 0;
  const move = () => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const lifted = Number.parseFloat(button.style.translate.split(' ')[1] ?? '') || 0;
    const home = new DOMRect(left, top - lifted, width, height);
    const free = Array.from({ length: steps }, (_, index) => -index * step).find(
      (by) => !liesOnControl(button, home, by),
    );
    button.style.translate = `0 ${free ?? 0}px`;
    button.style.visibility = free === undefined && document.activeElement !== button ? 'hidden' : '';
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
    for (let y = top + by; y <= bottom + by; y += grid) {
      const below = document.elementsFromPoint(x, y).find((element) => !button.contains(element));
      if (below?.closest(controls)) return true;
    }
  }
  return false;
}
