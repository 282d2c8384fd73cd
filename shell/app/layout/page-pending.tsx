import { Section, Spinner } from 'kit/ui';
import { createContext } from 'react';

export function PagePending() {
  return (
    <Section>
      <Spinner label="Loading the page ..." />
    </Section>
  );
}

/** The component in place of a loading page. The server replaces it when it renders only the frame. */
export const Pending = createContext(PagePending);
