import { AlertDialog, Dialog } from 'kit/dialog';
import { useDialogEntry } from 'kit/dialog-entry';
import type { ReactNode } from 'react';

interface Notice {
  title: string;
  message: string;
}

interface FormDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  intro: string;
  children: ReactNode;
}

/** A form in a dialog, and an alert with the outcome of the submit (docs/specification.md#4, #8). */
export function FormDialog({ open, onClose, title, intro, children }: FormDialogProps) {
  const { value, close } = useDialogEntry('notice');
  const notice = value as Notice | undefined;
  return (
    <>
      <Dialog open={open} onClose={onClose} title={title} description={intro} size="md">
        {children}
      </Dialog>
      <AlertDialog open={notice !== undefined} onClose={close} title={notice?.title}>
        {notice?.message}
      </AlertDialog>
    </>
  );
}

/** How the last try to send the form of a {@link FormDialog} ended. */
export function useNotices() {
  const { open, openAbove } = useDialogEntry('notice');
  return {
    /** Closes the form and shows the notice. */
    succeed: (notice: Notice) => open(notice),
    /** Shows the notice above the form. */
    fail: (notice: Notice) => openAbove(notice),
  };
}
