import { chakra } from 'kit/ui';
import type { Line } from '../content/picker.ts';

const List = chakra('ol', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    width: '100%',
    fontSize: 'sm',
    lineHeight: '1.5',
    '& > li': {
      maxWidth: '90%',
      paddingInline: '3',
      paddingBlock: '2',
      border: '1px solid',
      borderColor: 'line',
      borderRadius: 'md',
      borderBottomLeftRadius: 'sm',
    },
    '& > li[data-agent]': {
      alignSelf: 'flex-end',
      background: 'ink',
      color: 'paper',
      borderColor: 'ink',
      borderRadius: 'md',
      borderBottomRightRadius: 'sm',
    },
    '& b': { fontWeight: '600', marginRight: '2' },
    '& > li[data-agent] b': { color: 'beacon' },
  },
});

/** A sample conversation: callers on the left, the agent on the right. */
export function Conversation({ lines, label }: { lines: readonly Line[]; label: string }) {
  return (
    <List role="list" aria-label={label}>
      {lines.map(({ speaker, text }) => (
        <li key={text} data-agent={speaker === 'Agent' ? '' : undefined}>
          <b>{speaker}</b>
          {text}
        </li>
      ))}
    </List>
  );
}
