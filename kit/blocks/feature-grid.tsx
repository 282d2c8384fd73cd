import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { featureGridRecipe, pointsRecipe } from '../theme/recipes/blocks.ts';
import { Icon, type IconShape } from '../ui/icon.tsx';

const List = chakra('ul', featureGridRecipe);
const PointList = chakra('ul', pointsRecipe);

export interface Feature {
  title: string;
  text?: ReactNode | undefined;
  icon?: IconShape | undefined;
  /** Below the text: a link, a badge. */
  extra?: ReactNode | undefined;
}

interface FeatureGridProps {
  items: readonly Feature[];
  columns?: 2 | 3 | 4 | undefined;
  /** `ruled` a line over each; `rows` one under the other, title left and text right; `plain` nothing. */
  look?: 'ruled' | 'plain' | 'rows' | undefined;
  /** Level of the titles, 3 unless given. */
  level?: 3 | 4 | undefined;
}

/** Several things of the same weight, without boxes. */
export function FeatureGrid({ items, columns, look, level = 3 }: FeatureGridProps) {
  const Title = `h${level}` as const;
  return (
    <List role="list" columns={columns} look={look}>
      {items.map(({ title, text, icon, extra }) => (
        <li key={title}>
          {icon && (
            <span data-part="icon">
              <Icon shape={icon} size={28} />
            </span>
          )}
          <Title>{title}</Title>
          {text && <p>{text}</p>}
          {extra}
        </li>
      ))}
    </List>
  );
}

/** Short statements with a tick each. */
export function Points({ items, columns }: { items: readonly string[]; columns?: 1 | 2 }) {
  return (
    <PointList role="list" columns={columns}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </PointList>
  );
}
