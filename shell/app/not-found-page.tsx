import { ButtonLink, chakra, Hero, TextLink } from 'kit/ui';

/** Links below the button, left of the beam: one row on wide windows, two columns on others. */
const Pages = chakra('nav', {
  base: {
    width: '100%',
    '& ul': {
      display: { base: 'grid', xl: 'flex' },
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(10.5rem, 100%), 1fr))',
      flexWrap: 'wrap',
      columnGap: '6',
      maxWidth: { lg: 'min(50vw, 40rem)' },
    },
  },
});

const pages = [
  { label: 'Services', to: '/services' },
  { label: 'Leads for Sale', to: '/leads' },
  { label: 'AI voice agents', to: '/ai-agent-demo' },
  { label: 'Contact', to: '/contact' },
] as const;

/** The page of any path that no remote serves (docs/specification.md#2). */
export function NotFoundPage() {
  return (
    <Hero
      kicker="There is no page at this address"
      title="404 Page Not Found"
      lead="Did you forget to add the page to the router?"
      actions={
        <>
          <ButtonLink to="/" size="lg">
            Back to the home page
          </ButtonLink>
          <Pages aria-label="Main pages">
            <ul>
              {pages.map(({ label, to }) => (
                <li key={to}>
                  <TextLink to={to} variant="onward">
                    {label}
                  </TextLink>
                </li>
              ))}
            </ul>
          </Pages>
        </>
      }
    />
  );
}
