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
