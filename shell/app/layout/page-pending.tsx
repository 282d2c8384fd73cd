import { Section, Spinner } from 'kit/ui';
import { createContext } from 'react';

/** What stands in a page's place while its remote is on the way. */
export function PagePending() {
  return (
    <Section>
      <Spinner label="Loading the page ..." />
    </Section>
  );
}

/** What stands there instead while the server renders nothing but the frame. */
export const Pending = createContext(PagePending);
