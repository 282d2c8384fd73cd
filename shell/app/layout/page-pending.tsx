import { Section, Spinner } from 'kit/ui';

/** What stands in a page's place while its remote is on the way. */
export function PagePending() {
  return (
    <Section>
      <Spinner label="Loading the page ..." />
    </Section>
  );
}
