/** The distance in pixels between a tooltip and the edge that would clip it. */
const margin = 8;

/** Moves a centered tooltip sideways until neither the window nor a box around it, such as a card, clips it. */
export function shiftIntoSight(bubble: HTMLElement): void {
  bubble.style.marginLeft = '0';
  const { left, right } = bubble.getBoundingClientRect();
  const edges = edgesAround(bubble);
  const overRight = Math.max(0, right + margin - edges.right);
  const overLeft = Math.max(0, edges.left + margin - left);
  bubble.style.marginLeft = `${overLeft - overRight}px`;
}

function edgesAround(element: HTMLElement): { left: number; right: number } {
  const edges = { left: 0, right: document.documentElement.clientWidth };
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowX === 'visible') continue;
    const { left, right } = box.getBoundingClientRect();
    edges.left = Math.max(edges.left, left);
    edges.right = Math.min(edges.right, right);
  }
  return edges;
}
