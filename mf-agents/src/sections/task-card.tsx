import { Card, Heading, Text } from 'kit/ui';
import type { ComponentProps, ReactNode } from 'react';

interface TaskCardProps extends Pick<ComponentProps<typeof Card>, 'look'> {
  title: string;
  text: string;
  children: ReactNode;
}

export function TaskCard({ title, text, children, look }: TaskCardProps) {
  return (
    <Card padding="lg" look={look}>
      <Heading as="h2" size="h3">
        {title}
      </Heading>
      <Text tone="muted">{text}</Text>
      {children}
    </Card>
  );
}
