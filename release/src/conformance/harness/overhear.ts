/** What nobody asked for: uncaught errors and what the page's policies refused. A console error is heard outside, by the browser's driver. */
import { addFault, textOf } from './faults';

window.addEventListener('error', ({ message, error }) => addFault('meets-no-errors', `uncaught: ${textOf(error ?? message)}`));
window.addEventListener('unhandledrejection', ({ reason }) =>
  addFault('meets-no-errors', `rejection that nobody handled: ${textOf(reason)}`),
);
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
  const isAddress = URL.canParse(blockedURI);
  addFault(
    isAddress ? 'stays-in-its-folder' : 'obeys-policy',
    `${effectiveDirective} refused ${blockedURI}${isAddress ? '' : ` (${sourceFile.split('/').at(-1) ?? ''}:${lineNumber})`}`,
  );
});
new ReportingObserver(
  (reports) => {
    for (const { body } of reports) {
      const { blockedURL } = body as unknown as { readonly blockedURL?: string };
      addFault('obeys-policy', `Integrity-Policy refused ${blockedURL ?? 'a script'}: it was asked for without integrity`);
    }
  },
  { types: ['integrity-violation'], buffered: true },
).observe();
