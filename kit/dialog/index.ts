/** Modal dialogs, as an entry point of their own that only pages with a dialog load. */
export { AlertDialog } from './alert-dialog.tsx';
export { Dialog } from './dialog.tsx';
