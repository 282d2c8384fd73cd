import { chakra } from 'kit/ui';

const Anchor = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    left: '2',
    zIndex: 'toast',
    padding: '3',
    background: 'bg',
    color: 'fg',
    borderRadius: 'sm',
    transform: 'translateY(-200%)',
    '&:focus': { transform: 'none' },
  },
});

/** The first focusable element: it skips the header. */
export function SkipLink() {
  return (
    <Anchor href="#main" data-print="none">
      Skip to content
    </Anchor>
  );
}
