import { chakra } from '@chakra-ui/react';
import type { CSSProperties } from 'react';
import { statBandRecipe } from '../theme/recipes/blocks.ts';

const List = chakra('dl', statBandRecipe);

export interface Stat {
  /** As it is shown: `42%`, `3.8x`. */
  value: string;
  label: string;
}

/** Figures side by side, in tabular numerals. */
export function StatBand({ items }: { items: readonly Stat[] }) {
  return (
    <List style={{ '--stats': items.length } as CSSProperties /* a custom property is no known key */}>
      {items.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}
