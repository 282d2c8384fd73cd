import { findTexts, isSeen, nameOf, overlapOf, scrollerOf, type TextBox } from './in-page-boxes.ts';

/** Runs in the page. Each rule gives a sentence for each place that breaks it. */

/** What one look at a page takes for granted. */
export interface Look {
  /** The window's width, in pixels. */
  width: number;
  medium: 'screen' | 'print';
  /** The size of the text, against the page as it is. */
  textScale: 1 | 2;
}

/** Nothing reaches out of the window sideways, nor out of the box that it stands in. */
export function findOverflow({ width }: Look): string[] {
  const page = document.documentElement.scrollWidth;
  const faults = page > width ? [`the page is ${page - width} px too wide`] : [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (element instanceof SVGElement || element.tagName === 'OPTION') continue;
    const excess = element.scrollWidth - element.clientWidth;
    if (excess <= 1 || element.clientWidth <= 1 || !isSeen(element) || scrollerOf(element)) continue;
    const { display, overflowX } = getComputedStyle(element);
    // Cut texts have a rule of their own; a picture that is meant to be cut is no fault.
    if (display.startsWith('inline') && !/flex|block|grid/.test(display)) continue;
    if (/hidden|clip/.test(overflowX)) continue;
    faults.push(`${nameOf(element)} is ${excess} px narrower than what stands in it`);
  }
  // An element that is too narrow makes those around it too narrow: the innermost says it best.
  return faults.slice(0, 1).concat(faults.slice(1).slice(-3));
}

/** No text and no control lies outside of the window, or is cut off by an edge that hides what reaches over it. */
export function findCutTexts({ width }: Look, texts: readonly TextBox[]): string[] {
  const faults: string[] = [];
  for (const { text, element, lines } of texts) {
    if (scrollerOf(element)) continue;
    const left = Math.min(...lines.map((line) => line.left));
    const right = Math.max(...lines.map((line) => line.right));
    const top = Math.min(...lines.map((line) => line.top));
    const bottom = Math.max(...lines.map((line) => line.bottom));
    if (left < -1 || right > width + 1) faults.push(`"${text}" reaches out of the window`);
    for (let place: Element | null = element; place && place !== document.body; place = place.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(place);
      const edge = place.getBoundingClientRect();
      const cutX = /hidden|clip/.test(overflowX) && (right > edge.right + 1 || left < edge.left - 1);
      const cutY = /hidden|clip/.test(overflowY) && (bottom > edge.bottom + 1 || top < edge.top - 1);
      if (cutX || cutY) faults.push(`"${text}" is cut off by ${nameOf(place)}`);
    }
  }
  return faults;
}

/** No text lies over another one, or so near to it on one line that they read as one word. */
export function findCollisions(texts: readonly TextBox[]): string[] {
  const faults: string[] = [];
  // The middle of a line: the boxes of neighbouring lines of one text may overlap, its letters do not.
  const boxes = texts.flatMap((one) =>
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
      if (over > 1) faults.push(`"${one.text}" and "${other.text}" lie over one another`);
      else if (over > -3 && !areOneSentence(one, other)) faults.push(`"${one.text}" runs into "${other.text}"`);
    }
  }
  return faults;
}

/** Whether two texts are parts of one running text: nothing but inline elements up to what holds both. */
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

/** Whatever is read or pressed is on top where it stands. The window has to be as high as the page. */
export function findCovered(texts: readonly TextBox[]): string[] {
  const faults: string[] = [];
  const isOnTop = (element: Element, x: number, y: number) => {
    const top = document.elementFromPoint(x, y);
    return top === null || element.contains(top) || top.contains(element) || isCover(top, element);
  };
  // The one link of a card covers all of it.
  const isCover = (top: Element, element: Element) =>
    top.hasAttribute('data-cover') && top.parentElement?.closest('[class]')?.contains(element) === true;
  for (const { text, element, lines } of texts) {
    if (scrollerOf(element)) continue;
    const hidden = lines.some((line) => !isOnTop(element, (line.left + line.right) / 2, (line.top + line.bottom) / 2));
    if (hidden) faults.push(`"${text}" is covered`);
  }
  for (const control of document.body.querySelectorAll('a[href], button, input, select, textarea')) {
    if (!isSeen(control) || scrollerOf(control)) continue;
    const { left, right, top, bottom } = control.getBoundingClientRect();
    if (!isOnTop(control, (left + right) / 2, (top + bottom) / 2) && !control.closest('label'))
      faults.push(`${nameOf(control)} is covered`);
  }
  return faults;
}

/** The words on a button keep clear of its edges, and the links of the header stay on one line. */
export function findCrampedLabels({ textScale }: Look, texts: readonly TextBox[]): string[] {
  const faults: string[] = [];
  for (const { text, element, lines } of texts) {
    const control = element.closest('a[href], button');
    if (!control) continue;
    const { borderLeftWidth, borderLeftColor, backgroundColor } = getComputedStyle(control);
    const isClear = (color: string) => /, 0\)$|transparent/.test(color);
    const hasEdge = (Number.parseFloat(borderLeftWidth) > 0 && !isClear(borderLeftColor)) || !isClear(backgroundColor);
    const box = control.getBoundingClientRect();
    const gaps = lines.flatMap((line) => [
      line.left - box.left,
      box.right - line.right,
      line.top - box.top,
      box.bottom - line.bottom,
    ]);
    if (hasEdge && Math.min(...gaps) < 5) faults.push(`"${text}" touches the edge of its button`);
    const tops = new Set(lines.map((line) => Math.round(line.top)));
    if (textScale === 1 && control.closest('header') && tops.size > 1) faults.push(`"${text}" wraps in the header`);
  }
  const header = document.querySelector<HTMLElement>('header');
  const inner = header?.firstElementChild;
  if (header && inner && inner.scrollHeight > header.clientHeight + 1) faults.push('the header is too low');
  return faults;
}

/** Pictures are shown whole, and the parts of a drawing that its story needs are neither cut nor lie behind words. */
export function findCutPictures(texts: readonly TextBox[]): string[] {
  const faults: string[] = [];
  for (const image of document.querySelectorAll('img')) {
    const { width, height } = image.getBoundingClientRect();
    if (!isSeen(image) || height === 0 || getComputedStyle(image).objectFit !== 'cover') continue;
    const whole = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
    if (Math.abs(width / height / whole - 1) > 0.03) faults.push(`the picture "${image.alt}" is cropped`);
  }
  for (const part of document.querySelectorAll<SVGGeometryElement>('svg [data-whole]')) {
    const frame = part.ownerSVGElement?.getBoundingClientRect();
    if (!frame || frame.height === 0 || !isSeen(part)) continue;
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const cut = left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
    if (cut) faults.push(`the ${part.getAttribute('data-whole')} of the drawing is cut off`);
  }
  for (const part of document.querySelectorAll<SVGElement>('svg [data-clear]')) {
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
  for (const { text, element, lines } of texts) {
    const box = element.closest('a, button')?.getBoundingClientRect();
    const places = box ? [box] : lines;
    const hit = places.some(({ left, right, top, bottom }) =>
      [left, (left + right) / 2, right].some((x) => [top, (top + bottom) / 2, bottom].some((y) => liesOver(x, y))),
    );
    if (hit) faults.push(`"${text}" stands on the ${part.getAttribute('data-clear')} of the drawing`);
  }
  return faults;
}

/** The chosen one of several looks different from the others. */
export function findChosenAlike(): string[] {
  const faults: string[] = [];
  const looks = (element: Element) => {
    const style = getComputedStyle(element);
    const edges = [style.borderTop, style.borderBottom, style.outline, style.boxShadow];
    return [style.color, style.backgroundColor, style.fontWeight, style.textDecorationLine, ...edges].join('|');
  };
  for (const state of ['aria-selected', 'aria-pressed', 'aria-current']) {
    for (const chosen of document.querySelectorAll(`[${state}=true], [${state}=page], [${state}=step]`)) {
      const others = [...(chosen.closest('ul, ol, nav, form, [role=tablist]')?.querySelectorAll(chosen.tagName) ?? [])];
      const alike = others.filter(
        (other) =>
          isSeen(other) && /^(?:false)?$/.test(other.getAttribute(state) ?? '') && looks(other) === looks(chosen),
      );
      if (isSeen(chosen) && alike.length > 0) faults.push(`${nameOf(chosen)} does not look chosen (${state})`);
    }
  }
  return faults;
}

/** Runs in the page around the frame: the faults of the framed page in all widths and text sizes. */
export function sweepFrame(medium: Look['medium']): string[] {
  const frame = document.querySelector('iframe');
  const inner = frame?.contentWindow as (Window & typeof globalThis) | null | undefined;
  if (!frame || !inner) throw new Error('There is no frame to look into.');
  const still = new inner.CSSStyleSheet();
  // Reduced motion makes everything a transition of a moment, whose end no look waits for.
  still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }');
  inner.document.adoptedStyleSheets = [still];
  const faults: string[] = [];
  for (const width of [320, 360, 390, 768, 1024, 1280, 1920]) {
    for (const textScale of [1, 2] as const) {
      inner.document.documentElement.style.fontSize = `${textScale * 100}%`;
      frame.style.width = `${width}px`;
      frame.style.height = '900px';
      const found = inner.eval(`findFaults(${JSON.stringify({ width, medium, textScale })})`) as string[];
      faults.push(...found.map((fault) => `${width} px, ${textScale * 100} % text: ${fault}`));
    }
  }
  return faults;
}

/** All rules at once, as the page stands. */
export function findFaults(look: Look): string[] {
  const texts = findTexts();
  const faults = [
    ...findOverflow(look),
    ...findCutTexts(look, texts),
    ...findCollisions(texts),
    ...findCutPictures(texts),
  ];
  if (look.medium === 'print') return faults;
  faults.push(...findCrampedLabels(look, texts), ...findChosenAlike());
  // Nothing has to be scrolled to.
  const frame = frameElement as HTMLElement;
  frame.style.height = `${document.documentElement.scrollHeight}px`;
  // What is as high as a part of the window has moved.
  return [...faults, ...findCovered(findTexts())];
}
