import { useSite } from 'kit/site';
import { Button, chakra, TextLink } from 'kit/ui';
import { type ComponentProps, useId, useState } from 'react';

const Note = chakra('div', {
  base: {
    marginTop: '4',
    borderLeft: '2px solid',
    borderColor: 'accent',
    paddingLeft: '4',
    maxWidth: '30rem',
    textAlign: 'left',
    '& p + p': { marginTop: '2' },
  },
});
const Column = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
});

interface NextStepButtonProps
  extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'wide' | 'aria-describedby'> {
  label: string;
  /** What comes next, in one or two sentences. */
  note: string;
}

/** A button behind which there is no shop yet: it says what to do next instead of doing nothing. */
export function NextStepButton({ label, note, ...look }: NextStepButtonProps) {
  const { sales } = useSite().mailboxes;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Column width={look.wide ? '100%' : undefined}>
      <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} {...look}>
        {label}
      </Button>
      {/* There from the start, so that what appears in it is read out. */}
      <div id={id} role="status">
        {open && (
          <Note>
            <p>{note}</p>
            <p>
              Email <TextLink href={`mailto:${sales}`}>{sales}</TextLink> or{' '}
              <TextLink to="/consultation">schedule a consultation</TextLink>.
            </p>
          </Note>
        )}
      </div>
    </Column>
  );
}
