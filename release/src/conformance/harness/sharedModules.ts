/**
 * The harness provides the shared modules as the host does: one instance each, strict versions. All of them are evaluated before
 * a remote is loaded, so that what a library does once per page is not taken for a trace of the remote.
 */
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as ReactDomClient from 'react-dom/client';
import * as charts from '@tessera/shared/charts';
import { contractVersion, type sharedModules } from '@tessera/shared/federation';
import * as forms from '@tessera/shared/forms';
import * as kernel from '@tessera/shared/kernel';

const provide = (module: object, version: string) => ({
  version,
  lib: () => module,
  shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` },
});

export const providedModules: Record<(typeof sharedModules)[number], ReturnType<typeof provide>> = {
  react: provide(React, React.version),
  'react/jsx-runtime': provide(jsxRuntime, React.version),
  'react-dom': provide(ReactDom, ReactDom.version),
  'react-dom/client': provide(ReactDomClient, ReactDom.version),
  '@tessera/shared/kernel': provide(kernel, contractVersion),
  '@tessera/shared/forms': provide(forms, contractVersion),
  '@tessera/shared/charts': provide(charts, contractVersion),
};
