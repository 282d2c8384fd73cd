import { chakra } from '@chakra-ui/react';
import type { CSSProperties } from 'react';
import { statBandRecipe } from '../theme/recipes/blocks.ts';

const List = chakra('dl', statBandRecipe);

export interface Stat {
  /** The text of the figure: `42%`, `3.8x`, `Unlimited`. */
  value: string;
  label: string;
}

/** In characters; `$25-45` is the longest figure. Longer values are words. */
const figureLength = 6;

/** Figures in a row, in tabular numerals. */
export function StatBand({ items }: { items: readonly Stat[] }) {
  const hasWords = items.some(({ value }) => value.length > figureLength);
  return (
    <List
      data-words={hasWords ? '' : undefined}
      style={{ '--stats': items.length } as CSSProperties /* the types know no custom properties */}
    >
      {items.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}
