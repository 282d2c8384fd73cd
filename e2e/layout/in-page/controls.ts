import { isSeen, type Look, nameOf, type TextBox } from './boxes.ts';

/** Finds button texts too near to their edges, and links of the header that wrap. */
export function findCrampedLabels({ text }: Look, texts: readonly TextBox[]): string[] {
  const faults: string[] = [];
  for (const { words, element, lines } of texts) {
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
    if (hasEdge && Math.min(...gaps) < 5) faults.push(`"${words}" touches the edge of its button`);
    const tops = new Set(lines.map((line) => Math.round(line.top)));
    if (text === 'normal' && control.closest('header') && tops.size > 1) faults.push(`"${words}" wraps in the header`);
  }
  const header = document.querySelector<HTMLElement>('header');
  const inner = header?.firstElementChild;
  if (header && inner && inner.scrollHeight > header.clientHeight + 1) faults.push('the header is too low');
  return faults;
}

/** Finds chosen items that look like the others. */
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
