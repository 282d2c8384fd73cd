import { chakra } from '@chakra-ui/react';
import type { CSSProperties } from 'react';
import { statBandRecipe } from '../theme/recipes/blocks.ts';

const List = chakra('dl', statBandRecipe);

export interface Stat {
  /** As it is shown: `42%`, `3.8x`, `Unlimited`. */
  value: string;
  label: string;
}

/** The longest value that is a figure and no word, in characters: `$25-45`. */
const figureLength = 6;

/** Figures side by side, in tabular numerals. */
export function StatBand({ items }: { items: readonly Stat[] }) {
  const hasWords = items.some(({ value }) => value.length > figureLength);
  return (
    <List
      data-words={hasWords ? '' : undefined}
      style={{ '--stats': items.length } as CSSProperties /* a custom property is no known key */}
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
