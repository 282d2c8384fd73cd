import { AlertDialog, Dialog } from 'kit/dialog';
import type { ReactNode } from 'react';

export interface Notice {
  title: string;
  message: string;
}

interface FormDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  intro: string;
  /** The outcome of the last submit; shown above everything until it is closed. */
  notice: Notice | null;
  onNoticeClose: () => void;
  children: ReactNode;
}

/**
 * A form in a dialog, with an alert for the outcome (docs/specification.md#4, #8). Rendering it is slow on phones, so open
 * it in a transition; the press is then visible first.
 */
export function FormDialog({ open, onClose, title, intro, notice, onNoticeClose, children }: FormDialogProps) {
  return (
    <>
      <Dialog open={open} onClose={onClose} title={title} description={intro} size="md">
        {children}
      </Dialog>
      <AlertDialog open={notice !== null} onClose={onNoticeClose} title={notice?.title}>
        {notice?.message}
      </AlertDialog>
    </>
  );
}
