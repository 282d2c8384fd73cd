import { Button, chakra } from 'kit/ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { noDemoYet } from '../content/leads-page.ts';

const Frame = chakra('span', {
  base: {
    position: 'relative',
    '& [role=tooltip]': {
      position: 'absolute',
      insetInlineEnd: '0',
      bottom: 'calc(100% + 0.5rem)',
      width: 'max-content',
      maxWidth: '16rem',
      padding: '2',
      paddingInline: '3',
      borderRadius: 'sm',
      background: 'fg',
      color: 'bg',
      fontSize: 'sm',
      boxShadow: 'float',
      visibility: 'hidden',
      opacity: '0',
      transition: 'opacity 150ms ease-out, visibility 150ms',
    },
    // A bridge for the pointer, so that the way from the button to the hint does not close it.
    '& [role=tooltip]::after': { content: '""', position: 'absolute', insetInline: '0', top: '100%', height: '0.5rem' },
    '&:is(:hover, :focus-within):not([data-dismissed]) [role=tooltip]': {
      visibility: 'visible',
      opacity: '1',
      // The open delay of the specification, section 9.
      transitionDelay: '700ms',
    },
    // Pressed, it answers at once.
    '&:active:not([data-dismissed]) [role=tooltip]': { transitionDelay: '0ms' },
  },
});

/** "View Demo": the specification gives it no behaviour, so it says that there is nothing to see. */
export function ViewDemoButton() {
  const hintId = useId();
  const [dismissed, setDismissed] = useState(false);

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') setDismissed(true);
  }

  return (
    <Frame
      data-dismissed={dismissed ? '' : undefined}
      onKeyDown={handleKey}
      onMouseLeave={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      <Button size="sm" variant="outline" color="muted" aria-describedby={hintId}>
        View Demo
      </Button>
      <span role="tooltip" id={hintId}>
        {noDemoYet}
      </span>
    </Frame>
  );
}
