import { isOfBar, isSeen, nameOf, overlapOf, scrollerOf, type TextBox } from './boxes.ts';

/** Finds texts that overlap, or that are so near to each other on one line that they read as one word. */
export function findCollisions(texts: readonly TextBox[]): string[] {
  const faults: string[] = [];
  // Compares the middle of lines, because boxes of neighbouring lines may overlap while their letters do not.
  const ofPage = texts.filter(({ element }) => !isOfBar(element));
  const boxes = ofPage.flatMap((one) =>
    one.lines.map((line) => ({
      ...one,
      left: line.left,
      right: line.right,
      top: line.top + line.height * 0.28,
      bottom: line.bottom - line.height * 0.28,
    })),
  );
  boxes.sort((one, other) => one.top - other.top);
  for (const [index, one] of boxes.entries()) {
    for (let next = index + 1; next < boxes.length; next += 1) {
      const other = boxes[next];
      if (!other || other.top >= one.bottom) break;
      if (other.element === one.element) continue;
      const over = overlapOf(one.left, one.right, other.left, other.right);
      if (over > 1) faults.push(`"${one.words}" and "${other.words}" lie over one another`);
      else if (over > -3 && !areOneSentence(one, other)) faults.push(`"${one.words}" runs into "${other.words}"`);
    }
  }
  return faults;
}

/** Whether two texts belong to one running text: their common ancestor has only inline elements between them. */
export function areOneSentence(one: TextBox, other: TextBox): boolean {
  let common: Element | null = one.element;
  while (common && !common.contains(other.element)) common = common.parentElement;
  if (!common || /flex|grid/.test(getComputedStyle(common).display)) return false;
  return [one.element, other.element].every((element) => {
    let place: Element | null = element;
    while (place && place !== common && getComputedStyle(place).display === 'inline') place = place.parentElement;
    return place === common;
  });
}

/** Finds texts and controls that are covered. The window has to be as high as the page. */
export function findCovered(texts: readonly TextBox[]): string[] {
  const faults: string[] = [];
  const isOnTop = (element: Element, x: number, y: number) => {
    const top = document.elementFromPoint(x, y);
    if (top === null || isOfBar(top) || element.contains(top) || top.contains(element)) return true;
    return isCover(top, element) || getComputedStyle(top).opacity === '0';
  };
  // The only link of a card covers all of it.
  const isCover = (top: Element, element: Element) =>
    top instanceof HTMLElement && 'cover' in top.dataset && top.offsetParent?.contains(element) === true;
  for (const { words, element, lines } of texts) {
    if (scrollerOf(element)) continue;
    const hidden = lines.some((line) => !isOnTop(element, (line.left + line.right) / 2, (line.top + line.bottom) / 2));
    if (hidden) faults.push(`"${words}" is covered`);
  }
  for (const control of document.body.querySelectorAll('a[href], button, input, select, textarea')) {
    if (!isSeen(control) || scrollerOf(control)) continue;
    const { left, right, top, bottom } = control.getBoundingClientRect();
    if (!isOnTop(control, (left + right) / 2, (top + bottom) / 2) && !control.closest('label'))
      faults.push(`${nameOf(control)} is covered`);
  }
  return faults;
}
