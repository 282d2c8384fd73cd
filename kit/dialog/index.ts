/** Modal dialogs. A door of its own: only pages with a dialog load it. */
export { AlertDialog } from './alert-dialog.tsx';
export { Dialog } from './dialog.tsx';
