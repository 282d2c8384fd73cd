import { chakra } from '@chakra-ui/react/styled-system';
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';

/** The buttons of a dialog that is longer than the window stay in sight, unless that is low. */
const stayingFooter = {
  paddingTop: '4',
  background: 'bg',
  // Nothing of the dialog shows between the buttons and its edge.
  boxShadow: '0 2rem 0 {colors.bg}',
  '@media (min-height: 30.01rem)': {
    position: 'sticky',
    bottom: '0',
    paddingBottom: '4',
    marginBottom: '-4',
    zIndex: '1',
  },
} as const;

const Root = chakra('dialog', {
  base: {
    position: 'fixed',
    inset: '0',
    margin: 'auto',
    // Of the window as well: with larger text, phones would have room for two letters a line.
    width: 'calc(100% - min(2rem, 8.2vw))',
    maxHeight: 'calc(100dvh - 2rem)',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    // The field that has the focus is above the buttons that stay.
    scrollPaddingBlock: '1rem 6.5rem',
    background: 'bg',
    color: 'fg',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'md',
    boxShadow: 'float',
    padding: { base: 'min({spacing.6}, 6.2vw)', md: '8' },
    '&[open]': { animation: 'rise 200ms ease-out' },
    '&::backdrop': { background: 'rgb(14 27 42 / 0.6)' },
    '& > [data-part=head]': { display: 'flex', gap: '4', alignItems: 'start', justifyContent: 'space-between' },
    '& > [data-part=head] > [data-part=title]': { textStyle: 'h3', fontSize: 'min({fontSizes.xl}, 8vw)' },
    '& > [data-part=description]': { color: 'muted', marginTop: '2' },
    '& > [data-part=body]': { marginTop: '6' },
    '& > [data-part=footer]': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '3',
      marginTop: '4',
      ...stayingFooter,
      // On a phone the buttons are next to each other in the width of the text, or stacked if they do not fit.
      '& > *': { flexGrow: { base: '1', sm: '0' } },
    },
    '& > [data-part=head] > [data-part=close]': {
      flexShrink: '0',
      display: 'grid',
      placeItems: 'center',
      width: '2.75rem',
      height: '2.75rem',
      margin: '-0.625rem',
      borderRadius: 'sm',
      color: 'muted',
      '&:hover': { color: 'fg', background: 'color-mix(in srgb, currentColor 8%, transparent)' },
    },
  },
  variants: {
    size: { sm: { maxWidth: '28rem' }, md: { maxWidth: '36rem' }, lg: { maxWidth: '48rem' } },
  },
  defaultVariants: { size: 'md' },
});

interface DialogProps {
  open: boolean;
  /** Called on Escape, the close button or a press on the backdrop. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode | undefined;
  /** Buttons at the end of the dialog. */
  footer?: ReactNode | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** `alertdialog` for a message that needs an answer: it has no close button and ignores a press on the backdrop. */
  role?: 'dialog' | 'alertdialog' | undefined;
  children?: ReactNode | undefined;
}

/**
 * A modal dialog on the browser's own `<dialog>`, which traps the focus, makes the rest inert, closes on Escape and
 * restores the focus, without a script of ours.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, footer, size, role = 'dialog', children } = props;
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const calm = role === 'alertdialog';
  const isPressed = useRef(false);

  // Before the paint, and before React removes the dialog.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!open || !dialog) return;
    isPressed.current = false;
    dialog.showModal();
    return () => dialog.close();
  }, [open]);

  function handleCancel(event: SyntheticEvent<HTMLDialogElement>) {
    // The owner's state decides. A cancel event of a nested control, such as a file picker, is ignored.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  }

  function handleClose(event: SyntheticEvent<HTMLDialogElement>) {
    // A browser may close the dialog directly, for example on the second Escape. If it was reopened since, nothing is reported.
    if (open && event.target === event.currentTarget && !event.currentTarget.open) onClose();
  }

  function handlePress(event: MouseEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget || !isOutside(event)) return;
    event.preventDefault(); // otherwise the focus would leave its element
    // The second press of a double click on the opener hits the open dialog and must not close it.
    if (!calm && event.detail < 2) onClose();
  }

  function handleClickCapture(event: MouseEvent<HTMLDialogElement>) {
    if (event.detail < 2) isPressed.current = true;
    if (isPressed.current) return;
    // The second press of a double click on the opener must not press a button of the dialog.
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Root
      ref={element}
      role={role}
      size={size}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={handleCancel}
      onClose={handleClose}
      onMouseDown={handlePress}
      onClickCapture={handleClickCapture}
    >
      {open && (
        <>
          <div data-part="head">
            <h2 id={`${id}-title`} data-part="title">
              {title}
            </h2>
            {!calm && <CloseButton onClose={onClose} />}
          </div>
          {description && (
            <div id={`${id}-description`} data-part="description">
              {description}
            </div>
          )}
          {children && <div data-part="body">{children}</div>}
          {footer && <div data-part="footer">{footer}</div>}
        </>
      )}
    </Root>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" data-part="close" aria-label="Dismiss" onClick={onClose}>
      <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor">
        <path d="M6 6l12 12M18 6 6 18" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
    </button>
  );
}

/** A press on the backdrop has the dialog element as its target, but is outside its box. */
function isOutside({ currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

interface AlertDialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The message. Screen readers read it with the title. */
  children: ReactNode;
  /** The default is `OK`. */
  closeLabel?: string | undefined;
}

/** An "alert" of the specification: a message that screen readers announce and that the visitor must close. */
export function AlertDialog({ open, onClose, title, children, closeLabel = 'OK' }: AlertDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      open={open}
      onClose={onClose}
      title={title}
      description={children}
      footer={<Button onClick={onClose}>{closeLabel}</Button>}
    />
  );
}
