import { isOfBar, isSeen, nameOf, type TextBox } from './boxes.ts';

/** Finds cropped pictures, and drawings whose important parts are cut off or behind text. */
export function findCutPictures(texts: readonly TextBox[]): string[] {
  const faults: string[] = [];
  for (const image of document.querySelectorAll('img')) {
    const { width, height } = image.getBoundingClientRect();
    if (!isSeen(image) || height === 0 || getComputedStyle(image).objectFit !== 'cover') continue;
    const whole = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
    if (Math.abs(width / height / whole - 1) > 0.03) faults.push(`the picture "${image.alt}" is cropped`);
  }
  for (const drawing of document.querySelectorAll('svg[width]')) {
    const { width } = drawing.getBoundingClientRect();
    const wanted = Number(drawing.getAttribute('width'));
    if (isSeen(drawing) && width < wanted - 1)
      faults.push(`a drawing in ${nameOf(drawing.parentElement ?? drawing)} is squeezed`);
  }
  for (const beam of document.querySelectorAll<HTMLElement>('div[data-part=beam]')) {
    if (!isSeen(beam)) continue;
    const section = beam.closest('section')?.getBoundingClientRect();
    const [lamp] = clippedShape(beam);
    // The tower's roof is above its lamp. Its width is a thirtieth of the beam's.
    const room = beam.getBoundingClientRect().width / 30;
    const isCut =
      !section || !lamp || lamp.x - room < section.left || lamp.x + room > section.right || lamp.y - room < section.top;
    if (isCut) faults.push('the lighthouse of the picture is cut off');
    for (const text of wordsOver(beam, texts)) faults.push(text);
    // The highest roofs of the street are three eighths of the picture up.
    const street = beam.parentElement?.getBoundingClientRect();
    const roofs = street ? street.bottom - street.height * 0.375 : 0;
    const among = texts.filter(({ element, lines }) => {
      const isWord = section && element.closest('[data-part=words]') && beam.closest('section')?.contains(element);
      return isWord && lines.some(({ bottom }) => bottom > roofs);
    });
    for (const { words } of among) faults.push(`"${words}" stands among the roofs of the picture`);
  }
  return faults;
}

/** The corners of an element's `clip-path`, in pixels of the window. */
export function clippedShape(element: Element): DOMPoint[] {
  const { left, top, width, height } = element.getBoundingClientRect();
  const corners =
    getComputedStyle(element)
      .clipPath.match(/polygon\((.*)\)/)?.[1]
      ?.split(',') ?? [];
  return corners.map((corner) => {
    const [x = 0, y = 0] = corner.trim().split(' ').map(Number.parseFloat);
    return new DOMPoint(left + (x / 100) * width, top + (y / 100) * height);
  });
}

/** Whether a point is inside of a polygon (ray casting). */
export function isWithin(x: number, y: number, corners: readonly DOMPoint[]): boolean {
  return corners.reduce((isIn, one, index) => {
    const other = corners.at(index - 1) ?? one;
    const crosses = one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x;
    return crosses ? !isIn : isIn;
  }, false);
}

/** Returns a sentence for each text that covers the beam. */
export function wordsOver(beam: Element, texts: readonly TextBox[]): string[] {
  const corners = clippedShape(beam);
  const faults: string[] = [];
  for (const { words, element, lines } of texts) {
    if (isOfBar(element)) continue;
    const box = element.closest('a, button')?.getBoundingClientRect();
    const places = box ? [box] : lines;
    const hit = places.some(({ left, right, top, bottom }) =>
      [left, (left + right) / 2, right].some((x) =>
        [top, (top + bottom) / 2, bottom].some((y) => isWithin(x, y, corners)),
      ),
    );
    if (hit) faults.push(`"${words}" stands on the beam of the picture`);
  }
  return faults;
}
