/** Safari has no idle callback: there a moment after the first paint must do. */
export function whenIdle(page: Window, action: () => void): void {
  if ('requestIdleCallback' in page) page.requestIdleCallback(action, { timeout: 5000 });
  else (page as Window).setTimeout(action, 1500);
}
