import { isOfBar, isSeen, nameOf, type TextBox } from './boxes.ts';

/** Pictures are shown whole, and the parts of a drawing that its story needs are neither cut nor lie behind words. */
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
  for (const part of document.querySelectorAll<SVGGeometryElement>('svg [data-part=lighthouse]')) {
    const frame = part.ownerSVGElement?.getBoundingClientRect();
    if (!frame || frame.height === 0 || !isSeen(part)) continue;
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const cut = left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
    if (cut) faults.push(`the ${part.getAttribute('data-part')} of the drawing is cut off`);
  }
  for (const part of document.querySelectorAll<SVGElement>('svg :is([data-part=beam], [data-part=field])')) {
    if (isSeen(part)) for (const text of wordsOver(part, texts)) faults.push(text);
  }
  return faults;
}

/** A sentence for each text that lies over a drawn shape, or over the band of a group of them. */
export function wordsOver(part: SVGElement, texts: readonly TextBox[]): string[] {
  const area = part.getBoundingClientRect();
  const toShape = part instanceof SVGGeometryElement ? part.getScreenCTM()?.inverse() : undefined;
  const liesOver = (x: number, y: number) => {
    if (x < area.left || x > area.right || y < area.top || y > area.bottom) return false;
    if (!(part instanceof SVGGeometryElement) || !toShape) return true;
    return part.isPointInFill(new DOMPoint(x, y).matrixTransform(toShape));
  };
  const faults: string[] = [];
  for (const { words, element, lines } of texts) {
    if (isOfBar(element)) continue;
    const box = element.closest('a, button')?.getBoundingClientRect();
    const places = box ? [box] : lines;
    const hit = places.some(({ left, right, top, bottom }) =>
      [left, (left + right) / 2, right].some((x) => [top, (top + bottom) / 2, bottom].some((y) => liesOver(x, y))),
    );
    if (hit) faults.push(`"${words}" stands on the ${part.getAttribute('data-part')} of the drawing`);
  }
  return faults;
}
