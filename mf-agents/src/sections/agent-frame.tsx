import { useSite } from 'kit/site';
import { Container, chakra, TextLink } from 'kit/ui';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { agentLinks, mainSiteLabel } from '../content/navigation.ts';

const Bar = chakra('nav', {
  base: {
    background: 'ink',
    color: 'fg',
    borderBottom: '1px solid',
    borderColor: 'line',
    '& ul': { display: 'flex', flexWrap: 'wrap', columnGap: { base: '5', md: '8' } },
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: '3rem',
      color: 'muted',
      fontWeight: '600',
      textDecoration: 'none',
      borderBottom: '2px solid transparent',
      borderTop: '2px solid transparent',
      '&:hover': { color: 'fg' },
    },
    '& a[aria-current=page]': { color: 'fg', borderBottomColor: 'accent' },
    // Forced colors draw transparent borders.
    '@media (forced-colors: active)': {
      '& a': { borderTopColor: 'Canvas' },
      '& a:not([aria-current=page])': { borderBottomColor: 'Canvas' },
    },
  },
});

const Foot = chakra('div', {
  base: {
    borderTop: '1px solid',
    borderColor: 'line',
    paddingBlock: '6',
    '& a': { paddingBlock: '0.625rem' },
    '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '4' },
  },
});

/**
 * Header links and closing lines of the agent pages (docs/specification.md#2). The site's own footer follows, because a
 * page has only one.
 */
export function AgentFrame({ children }: { children: ReactNode }) {
  const { brand, mailboxes } = useSite();
  return (
    <>
      <Bar aria-label="AI agents" data-tone="ink">
        <Container>
          <ul>
            {agentLinks.map(({ label, to }) => (
              <li key={to}>
                <NavLink to={to} end>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </Container>
      </Bar>
      {children}
      <Foot>
        <Container>
          <p>
            {mainSiteLabel}: <TextLink to="/">{brand}</TextLink>
          </p>
          <p>
            Support: <TextLink href={`mailto:${mailboxes.support}`}>{mailboxes.support}</TextLink>
          </p>
        </Container>
      </Foot>
    </>
  );
}
