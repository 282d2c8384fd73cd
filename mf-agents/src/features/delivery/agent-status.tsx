import { chakra } from 'kit/ui';

const Line = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '3',
    '&::before': { content: '""', flexShrink: '0', width: '0.75rem', height: '0.75rem', borderRadius: 'full' },
  },
  variants: {
    light: {
      waiting: { '&::before': { border: '2px solid', borderColor: 'control' } },
      on: { color: 'success', '&::before': { background: 'success' } },
      off: { '&::before': { background: 'danger' } },
    },
  },
});

/** What the agent does right now, in words; one element, so that each change is read out. */
export function AgentStatus({ light, children }: { light: 'waiting' | 'on' | 'off'; children: string }) {
  return (
    <Line role="status" light={light}>
      {children}
    </Line>
  );
}
