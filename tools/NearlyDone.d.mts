interface SuiteCounts {
  readonly numTotalTestSuites: number;
  readonly numPassedTestSuites: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTestSuites: number;
}

export default class NearlyDone {
  onTestResult(test: unknown, result: unknown, counts: SuiteCounts): void;
}
