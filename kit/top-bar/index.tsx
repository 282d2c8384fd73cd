// The kit is imported by its public name: this entry point is no shared module, and must not bring a second `kit/ui`
// into a remote.
import { Container, chakra } from 'kit/ui';
import type { ReactNode } from 'react';

const Bar = chakra('div', {
  base: {
    background: 'ink',
    color: 'fg',
    paddingBlock: '3',
    borderBottom: '1px solid',
    borderColor: 'line',
    '& > div': { display: 'flex', flexWrap: 'wrap', gap: { base: '2', md: '3' } },
    // Three in one row of a phone.
    '& > div > *': { paddingInline: { base: '3', md: '4' } },
  },
});

/**
 * Links out of a page, above everything else on it. It is part of the remotes that use it, so that no other page loads
 * it.
 */
export function TopBar({ children }: { children: ReactNode }) {
  return (
    <Bar data-tone="ink" data-print="none">
      <Container>{children}</Container>
    </Bar>
  );
}
