import { ButtonLink, ErrorPanel, Section } from 'kit/ui';
import { StandInTitle } from './page-head.tsx';
import { useRetryOnline } from './use-retry-online.ts';

/** Replaces a page that failed. The rest of the site keeps working. */
export function RemoteErrorCard({ onRetry }: { onRetry: () => Promise<void> }) {
  useRetryOnline(onRetry);
  return (
    <Section>
      <StandInTitle />
      <ErrorPanel
        title="This page could not be loaded"
        onRetry={onRetry}
        actions={
          <ButtonLink to="/" variant="outline">
            Back to the home page
          </ButtonLink>
        }
      >
        The rest of the site works. Please try again in a moment.
      </ErrorPanel>
    </Section>
  );
}
