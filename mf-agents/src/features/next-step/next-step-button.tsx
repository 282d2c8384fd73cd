import { useSite } from 'kit/site';
import { Button, chakra, TextLink } from 'kit/ui';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';

/** The note overlays its surroundings, so that nothing moves. Below the button the end of a hero or card would cut it off. */
const Note = chakra('div', {
  base: {
    position: 'absolute',
    zIndex: '1',
    left: '0',
    bottom: 'calc(100% + 0.5rem)',
    width: 'min(30rem, 84vw)',
    padding: '4',
    background: 'surface',
    color: 'fg',
    border: '1px solid',
    borderColor: 'control',
    borderRadius: 'md',
    boxShadow: 'float',
    textAlign: 'left',
    '& p + p': { marginTop: '2' },
  },
});
const Column = chakra('div', { base: { position: 'relative' } });

/** Scrolls a note that opens under the header. */
const scrollIntoSight = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' });

interface NextStepButtonProps
  extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'wide' | 'aria-describedby'> {
  label: string;
  note: string;
}

/** A button for a purchase that the site does not offer yet: it shows what to do instead. */
export function NextStepButton({ label, note, ...look }: NextStepButtonProps) {
  const { sales } = useSite().mailboxes;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Column
      width={look.wide ? '100%' : undefined}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'Escape') setOpen(false);
      }}
    >
      <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} {...look}>
        {label}
      </Button>
      {/* The element exists from the start, because screen readers only announce changes of an existing region. */}
      <div id={id} role="status">
        {open && (
          <Note ref={scrollIntoSight} width={look.wide ? '100%' : undefined}>
            <p>{note}</p>
            <p>
              Email <TextLink href={`mailto:${sales}`}>{sales}</TextLink> or{' '}
              <TextLink to="/consultation">book a consultation</TextLink>.
            </p>
          </Note>
        )}
      </div>
    </Column>
  );
}
