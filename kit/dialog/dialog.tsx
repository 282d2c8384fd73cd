import { chakra } from '@chakra-ui/react';
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { dialogRecipe } from '../theme/recipes/dialog.ts';

const Root = chakra('dialog', dialogRecipe);

export interface DialogProps {
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
