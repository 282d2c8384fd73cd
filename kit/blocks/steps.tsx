import { chakra } from '@chakra-ui/react';
import type { CSSProperties, ReactNode } from 'react';
import { stepsRecipe } from '../theme/recipes/blocks.ts';

const List = chakra('ol', stepsRecipe);

export interface Step {
  title: string;
  text: ReactNode;
}

/** The steps of a process in order, connected by a line. */
export function Steps({ items, level = 3 }: { items: readonly Step[]; level?: 3 | 4 }) {
  const Title = `h${level}` as const;
  return (
    <List role="list" style={{ '--steps': items.length } as CSSProperties /* the types know no custom properties */}>
      {items.map(({ title, text }) => (
        <li key={title}>
          <Title>{title}</Title>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}
