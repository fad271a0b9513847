/** conform: runs a built remote in a real browser and says, rule by rule, whether it may be published. Nothing is written. */
import { pages } from '@tessera/shared/federation';
import { buildPackage } from '../build/buildPackage';
import { readRemoteBuild, type RemoteBuild } from '../build/BuildRecord';
import { openHarness, type Harness } from '../conformance/openHarness';
import { playRemote, type PlayChoices } from '../conformance/playRemote';
import { ruleNames, type ConformanceReport, type Fault, type RuleResult } from '../conformance/rules';
import { overBudget } from '../conformance/sizeBudget';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';

/** `folder`: a finished build; the present sources are built when it is absent. */
export async function conform(context: ReleaseContext, remote: string, folder?: string): Promise<ConformanceReport> {
  const built = folder ?? (await buildPackage(context.root, `remote-${remote}`, context.say));
  return conformBuild(context, await readRemoteBuild(built, remote));
}

export async function conformBuild({ root, say }: ReleaseContext, build: RemoteBuild): Promise<ConformanceReport> {
  say(`conformance of ${build.record.name} ${build.record.version}`);
  const harness = await openHarness(root);
  try {
    const report = await judge(harness, build);
    for (const { rule, outcome, details } of report.results)
      say(`  ${rule.padEnd(24)} ${outcome}${details.map((detail) => `\n      ${detail}`).join('')}`);
    return report;
  } finally {
    await harness.close();
  }
}

/** Refuses what did not pass, with each broken rule. */
export function requirePassed(report: ConformanceReport): void {
  if (report.isPassed) return;
  const failed = report.results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ rule, details }) => `  ${rule}: ${details.join('; ')}`);
  throw new ReleaseProblem('refused', `${report.remote} ${report.version} does not conform:\n${failed.join('\n')}`);
}

/** One build on a harness that is open already. */
export async function judge(harness: Harness, build: RemoteBuild, choices?: PlayChoices): Promise<ConformanceReport> {
  const tooBig = overBudget(build);
  const { faults, judged } = await playRemote(harness, build, pagesOf(build), choices);
  const found: readonly Fault[] = tooBig === undefined ? faults : [{ rule: 'size', detail: tooBig }, ...faults];
  const results = ruleNames.map((rule): RuleResult => {
    const details = [...new Set(found.filter((fault) => fault.rule === rule).map(({ detail }) => detail))];
    const isJudged = rule === 'size' || judged.has(rule);
    return { rule, outcome: details.length > 0 ? 'failed' : isJudged ? 'passed' : 'not-run', details };
  });
  return {
    remote: build.record.name,
    version: build.record.version,
    isPassed: results.every(({ outcome }) => outcome === 'passed'),
    results,
  };
}

/** Where a remote is shown: the host's own table and what the build adds to it. */
function pagesOf({ record }: RemoteBuild): readonly string[] {
  const found = [...Object.keys(pages).filter((page) => pages[page] === record.name), ...(record.pages ?? [])];
  if (found.length === 0) throw new ReleaseProblem('refused', `${record.name} has no page: name its pages in build.json`);
  return found;
}
