// The import uses the public name, because this entry point is not shared and must not add a second `kit/ui` to a remote.
import { Container, chakra } from 'kit/ui';
import type { ReactNode } from 'react';

const Bar = chakra('div', {
  base: {
    background: 'bg',
    color: 'fg',
    paddingTop: { base: '4', md: '6' },
    '& > div': { display: 'flex', flexWrap: 'wrap', gap: { base: '2', md: '3' } },
    // Three links fit in one row on a phone.
    '& > div > *': { paddingInline: { base: '3', md: '4' } },
  },
});

/**
 * Links that leave the page, above everything else, in the tone of the hero below. Remotes that use it bundle it, so that no
 * other page loads it.
 */
export function TopBar({ tone = 'ink', children }: { tone?: 'ink' | 'fog'; children: ReactNode }) {
  return (
    <Bar data-tone={tone} data-print="none">
      <Container>{children}</Container>
    </Bar>
  );
}
