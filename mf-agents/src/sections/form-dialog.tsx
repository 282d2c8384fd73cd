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
  /** How the last try to send ended; shown above everything until it is closed. */
  notice: Notice | null;
  onNoticeClose: () => void;
  children: ReactNode;
}

/**
 * A form in a dialog, and the alert that says how sending it ended (docs/specification.md#4, #8). Drawing it takes a phone long:
 * who opens it does so in a transition, so that the press is seen before.
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
