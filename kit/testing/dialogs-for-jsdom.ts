/**
 * jsdom knows the `<dialog>` element but cannot open it. This implements the parts of the HTML standard (section 4.11.4)
 * that our components use: open, focus, Escape, close event, focus restoration. Browser tests cover the real element.
 */
export function installDialogs(): void {
  const { prototype } = HTMLDialogElement;
  if (typeof prototype.showModal === 'function') return;
  const openers = new WeakMap<HTMLDialogElement, Element | null>();

  prototype.showModal = function showModal(this: HTMLDialogElement) {
    if (this.open) throw new DOMException('The dialog is open already', 'InvalidStateError');
    openers.set(this, document.activeElement);
    this.setAttribute('open', '');
    const target = this.querySelector<HTMLElement>('[autofocus], button, a[href], input, select, textarea');
    target?.focus();
  };

  prototype.close = function close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.removeAttribute('open');
    const opener = openers.get(this);
    if (opener instanceof HTMLElement) opener.focus();
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  };

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const dialog = [...document.querySelectorAll('dialog')].findLast((element) => element.open);
    if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  });
}
