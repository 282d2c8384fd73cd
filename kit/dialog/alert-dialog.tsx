import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from './dialog.tsx';

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
