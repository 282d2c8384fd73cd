const declaration = /(--[\w-]+):((?:"[^"]*"|[^;{}"])*)(?:;|(?=\}))/g;
const reference = /var\((--[\w-]+)/g;
const keyframes = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g;

/**
 * Leaves out of styles of the whole page the variables and keyframes that no text of the page names. Chakra has some 600, and one page
 * uses a tenth. Browsers add the others when the page comes alive.
 *
 * @param styles as Emotion writes them.
 * @param page everything else that may name them: other styles and the markup.
 */
export function usedTokens(styles: string, page: string): string {
  const values = new Map<string, string[]>();
  for (const [, name = '', value = ''] of styles.matchAll(declaration))
    values.set(name, [...(values.get(name) ?? []), value]);
  const rules = styles.replace(declaration, '');
  const used = new Set<string>();
  const waiting = [page, rules];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [, name = ''] of text.matchAll(reference)) {
      if (used.has(name)) continue;
      used.add(name);
      waiting.push(...(values.get(name) ?? []));
    }
  }
  const kept = [...used].flatMap((name) => values.get(name) ?? []).join(' ');
  return styles
    .replace(declaration, (whole, name) => (used.has(name) ? whole : ''))
    .replace(keyframes, (whole, name) => (`${page} ${kept}`.includes(name) ? whole : ''))
    .replace(/[^{}]+\{\}/g, '');
}
