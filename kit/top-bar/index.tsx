// By its public name: this door is no shared module, and must not bring a second `kit/ui` into a remote.
import { Container, chakra } from 'kit/ui';
import type { ReactNode } from 'react';

const Bar = chakra('div', {
  base: {
    background: 'ink',
    color: 'fg',
    paddingBlock: '3',
    borderBottom: '1px solid',
    borderColor: 'line',
    '& > div': { display: 'flex', flexWrap: 'wrap', gap: '3' },
  },
});

/** Ways out of a page, above everything else on it. Part of the remotes that use it, so that no other page pays. */
export function TopBar({ children }: { children: ReactNode }) {
  return (
    <Bar data-tone="ink">
      <Container>{children}</Container>
    </Bar>
  );
}
