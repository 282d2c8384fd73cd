/** Quoted texts, colours, and what CSS means the same without. */
const loose =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<=:)#[\dA-F]{6}\b|;(?=\})|(?<=,) |(?<=\((?:min|max)-width:) |(?<![\w.])0(?=\.\d)/g;

/** Rules as Emotion writes them, in fewer bytes: each page carries its own, of the first packets. */
export function tightenCss(css: string): string {
  return css.replace(loose, (found) => {
    if (/^["']/.test(found)) return found;
    // As the inline styles of a page have them.
    return found.startsWith('#') ? found.toLowerCase() : '';
  });
}
