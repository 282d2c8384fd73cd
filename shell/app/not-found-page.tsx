import { ButtonLink, Heading, Section, Text } from 'kit/ui';

/** Any path that no remote serves (specification, section 2). */
export function NotFoundPage() {
  return (
    <Section>
      <Heading as="h1">404 Page Not Found</Heading>
      <Text>Did you forget to add the page to the router?</Text>
      <ButtonLink to="/">Back to the home page</ButtonLink>
    </Section>
  );
}
