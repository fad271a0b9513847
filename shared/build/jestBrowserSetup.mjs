import { File } from 'node:buffer';

// The environment's Blob and FormData are Node's, and they know no File but Node's.
globalThis.File = File;

// jsdom knows the dialog element but cannot show it. As in a browser: the first focusable part takes the focus, Escape asks
// with a `cancel` event and closes unless that was refused.
if (typeof HTMLDialogElement !== 'undefined' && HTMLDialogElement.prototype.showModal === undefined) {
  const focusable = 'button:not(:disabled), [href], input:not(:disabled), select, textarea, [tabindex]:not([tabindex="-1"])';
  const escape = (event) => {
    if (event.key !== 'Escape') return;
    const dialog = event.currentTarget;
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  };
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '');
    this.addEventListener('keydown', escape);
    this.querySelector(focusable)?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.hasAttribute('open')) return;
    this.removeAttribute('open');
    this.removeEventListener('keydown', escape);
    this.dispatchEvent(new Event('close'));
  };
}

/** The chart library asks the browser for features at load; this one has none. */
if (typeof globalThis.CSS?.supports !== 'function') globalThis.CSS = { ...globalThis.CSS, supports: () => false };
