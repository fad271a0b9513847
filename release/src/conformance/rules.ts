/** What a built remote must satisfy, in the order in which the conformance run judges it. docs/remote-contract.md says each at length. */
export const ruleNames = [
  'size',
  'loads',
  'exposes-module',
  'contract',
  'mounts',
  'updates',
  'unmounts',
  'leaves-no-nodes',
  'leaves-no-listeners',
  'leaves-no-timers',
  'leaves-no-subscriptions',
  'leaves-no-globals',
  'leaves-no-memory',
  'rests-after-unmount',
  'side-by-side',
  'obeys-policy',
  'stays-in-its-folder',
  'meets-no-errors',
] as const;
export type RuleName = (typeof ruleNames)[number];

/** One way in which a rule was broken. */
export interface Fault {
  readonly rule: RuleName;
  readonly detail: string;
}

export interface RuleResult {
  readonly rule: RuleName;
  /** 'not-run': an earlier failure ended the run before this could be judged. */
  readonly outcome: 'passed' | 'failed' | 'not-run';
  /** Why it failed, each way once. */
  readonly details: readonly string[];
}

export interface ConformanceReport {
  readonly remote: string;
  readonly version: string;
  readonly isPassed: boolean;
  readonly results: readonly RuleResult[];
}

export const brokenRules = (report: ConformanceReport): readonly RuleName[] =>
  report.results.filter(({ outcome }) => outcome === 'failed').map(({ rule }) => rule);
