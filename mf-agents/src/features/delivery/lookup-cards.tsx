import { Button, ButtonLink, Card, Heading, HStack, Section, Spinner, Text } from 'kit/ui';
import type { ReactNode } from 'react';
import { deliveryContent as content } from '../../content/delivery.ts';

function LookUpCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section space="md">
      <Card padding="lg" maxWidth="40rem" marginInline="auto">
        <Heading as="h1" size="h1">
          {title}
        </Heading>
        {children}
      </Card>
    </Section>
  );
}

export function LoadingCard() {
  return (
    <LookUpCard title={content.loadingTitle}>
      <Spinner label={content.loading} />
    </LookUpCard>
  );
}

/** `onRetry` is set if the look-up failed, so that the agent may exist. */
export function NotFoundCard({ onRetry }: { onRetry: (() => void) | undefined }) {
  const { title, text, help, unreachable, retry, action } = content.notFound;
  return (
    <LookUpCard title={title}>
      <Text size="lead">{text}</Text>
      <Text tone="muted">{onRetry ? unreachable : help}</Text>
      <HStack gap="4" flexWrap="wrap" paddingTop="2">
        {onRetry && <Button onClick={onRetry}>{retry}</Button>}
        <ButtonLink to="/my-agent" variant={onRetry ? 'outline' : 'solid'}>
          {action}
        </ButtonLink>
      </HStack>
    </LookUpCard>
  );
}
