export interface BrowserSuite {
  /** The file's name, or the group's. */
  readonly title: string;
  readonly file: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
  readonly suites?: readonly BrowserSuite[];
}

/** What is read of Playwright's JSON report. */
export interface BrowserReport {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly suites: readonly BrowserSuite[];
}

export function readBrowserReport(report: BrowserReport): {
  /** With those of the second try. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** "journeys/spot.spec.ts › a group › a title" */
  readonly secondTries: readonly string[];
  /** What failed twice, in the same form. */
  readonly failures: readonly string[];
  /** Milliseconds by file, all tries together. */
  readonly spentMs: ReadonlyMap<string, number>;
};
