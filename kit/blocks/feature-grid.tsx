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
  /** Shown below the text, such as a link or a badge. */
  extra?: ReactNode | undefined;
}

interface FeatureGridProps {
  items: readonly Feature[];
  columns?: 2 | 3 | 4 | undefined;
  /** `ruled`: a line above each item; `rows`: one item per row, title left and text right; `plain`: no decoration. */
  look?: 'ruled' | 'plain' | 'rows' | undefined;
  /** The heading level of the titles; 3 by default. */
  level?: 3 | 4 | undefined;
}

/** A grid of equally important items without boxes. */
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

/** Short statements with check marks. */
export function Points({ items, columns }: { items: readonly string[]; columns?: 1 | 2 }) {
  return (
    <PointList role="list" columns={columns}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </PointList>
  );
}
