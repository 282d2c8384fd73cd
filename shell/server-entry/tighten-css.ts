/** Matches quoted texts, colors, and what can be left out without a change of meaning. */
const loose =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<=:)#[\dA-F]{6}\b|;(?=\})|(?<=,) |(?<=\((?:min|max)-width:) |(?<![\w.])0(?=\.\d)/g;

/** Shortens Emotion's rules, because each page carries its own in the first packets. */
export function tightenCss(css: string): string {
  return css.replace(loose, (found) => {
    if (/^["']/.test(found)) return found;
    // Colors are written as in a page's inline styles.
    return found.startsWith('#') ? found.toLowerCase() : '';
  });
}
