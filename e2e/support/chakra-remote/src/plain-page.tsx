import { Box, Heading, Section, TextLink } from 'kit/ui';

export function PlainPage() {
  return (
    <Section>
      <Heading as="h1">Plain</Heading>
      <Box data-testid="kit-box" padding="4">
        <TextLink to="/chakra">To Chakra</TextLink>
      </Box>
    </Section>
  );
}
