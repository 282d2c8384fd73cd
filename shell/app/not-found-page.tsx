import { ButtonLink, Hero } from 'kit/ui';

/** The page of any path that no remote serves (docs/specification.md#2). */
export function NotFoundPage() {
  return (
    <Hero
      title="404 Page Not Found"
      lead="Did you forget to add the page to the router?"
      actions={
        <ButtonLink to="/" size="lg">
          Back to the home page
        </ButtonLink>
      }
    />
  );
}
