import type { ErrorReports } from '@tessera/shared/federation';

/** Errors that nobody caught. Where one belongs to a remote, the remote's outlet has its own eyes on it as well. */
export function watchPageFaults(page: Window, reports: ErrorReports): void {
  page.addEventListener('error', ({ error, message, filename }) => {
    // "ResizeObserver loop" says only that a layout took two frames.
    if (message.startsWith('ResizeObserver loop')) return;
    reports.report(error ?? new Error(message), { where: filename });
  });
  page.addEventListener('unhandledrejection', ({ reason }) => reports.report(reason, { where: 'unhandled rejection' }));
}
