import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from './dialog.tsx';

interface AlertDialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The message; it is read out with the title. */
  children: ReactNode;
  /** Reads `OK` unless given. */
  closeLabel?: string | undefined;
}

/** Where the specification says "alert": a message that is read out and waits to be closed. */
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
