import { ButtonLink, ErrorPanel, Section } from 'kit/ui';
import { useLocation, useNavigate, useRouteError } from 'react-router';

/** The card that stands in the place of a page whose remote failed; the rest of the site goes on around it. */
export function RemoteErrorPage() {
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  console.warn('[shell] a page failed.', error);
  return (
    <Section>
      <ErrorPanel
        title="This page could not be loaded"
        onRetry={() => void navigate(location, { replace: true })}
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
