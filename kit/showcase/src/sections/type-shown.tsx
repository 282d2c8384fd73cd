import { Prose } from 'kit/blocks';
import { Badge, Heading, HStack, Section, Stack, Text, TextLink } from 'kit/ui';

const sizes = ['display', 'h1', 'h2', 'h3', 'h4'] as const;

export function TypeShown() {
  return (
    <Section id="type" title="Type" lead="One display face for headings, the system's own for the rest.">
      <Stack gap="6">
        {sizes.map((size) => (
          <Heading key={size} as="h3" size={size}>
            Exclusive leads, 24/7, $325 a pack ({size})
          </Heading>
        ))}
        <Text size="lead">Lead: calls from people who asked for a roof this week, sent to one roofer.</Text>
        <Text>
          Body: we verify the name, the number and the need before you see a lead. You pay for the ones you get, and{' '}
          <TextLink to="/contact">say when to stop</TextLink>.
        </Text>
        <Text size="sm" tone="muted">
          Small and muted: offices in Florida, Utah and Boston.
        </Text>
        <HStack gap="3" flexWrap="wrap">
          <Badge>Plain</Badge>
          <Badge tone="success">Verified</Badge>
          <Badge tone="beacon">Most Popular</Badge>
          <Badge tone="danger">Sold out</Badge>
        </HStack>
        <Prose>
          <h3>Prose</h3>
          <p>Paragraphs, headings and lists written as plain elements.</p>
          <ul>
            <li>Sent the minute they ask, by email, SMS or into your CRM</li>
            <li>
              Never sold twice, <a href="#type">and we can show it</a>
            </li>
          </ul>
        </Prose>
      </Stack>
    </Section>
  );
}
