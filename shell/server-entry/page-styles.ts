import { styleKey } from '../app/emotion-cache.ts';
import { idOfHash, numbersOf } from '../app/numbered-classes.ts';
import type { Rendering } from '../platform/index.ts';

type Numbered = Pick<Rendering.RenderedPage, 'html' | 'styles'>;

const inRules = new RegExp(`(?<=\\.${styleKey}-)[a-z0-9]+`, 'g');
const inList = new RegExp(`(?<=(?:^| )${styleKey}-)[a-z0-9]+`, 'g');

/** Numbers the classes of a rendered page instead of hashes, see `numbered-classes.ts`. */
export function numberClasses({ html, styles }: Numbered): Numbered {
  const own = styles.filter(({ key }) => key === styleKey);
  const hashes = [...new Set(own.flatMap(({ css }) => css.match(inRules) ?? []))];
  const ids = hashes.map(idOfHash);
  // One page in two billion has a collision; it keeps the hashes.
  if (new Set(ids).size < ids.length) return { html, styles: styles.map((style) => withIds(style, [])) };
  const numbers = numbersOf(ids);
  const numberOf = (hash: string) => numbers.get(idOfHash(hash)) ?? hash;
  return {
    html: html.replace(/(?<= class=")[^"]+/g, (list) => list.replace(inList, numberOf)),
    styles: styles.map((style) => {
      const numbered = withIds(style, [ids.join('')]);
      return style.key === styleKey ? { ...numbered, css: style.css.replace(inRules, numberOf) } : numbered;
    }),
  };
}

function withIds(
  style: Rendering.RenderedPage['styles'][number],
  ids: readonly string[],
): Rendering.RenderedPage['styles'][number] {
  return style.key === styleKey ? { ...style, ids } : style;
}

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
