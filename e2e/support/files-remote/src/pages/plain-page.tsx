import { Heading, Section, TextLink } from 'kit/ui';

export function PlainPage() {
  return (
    <Section>
      <Heading as="h1">Plain</Heading>
      <TextLink to="/files">To the files</TextLink>
      <TextLink to="/files/notes/first">To the first note</TextLink>
      <TextLink to="/files/chakra">To Chakra</TextLink>
      <TextLink to="/services">To another remote</TextLink>
    </Section>
  );
}
