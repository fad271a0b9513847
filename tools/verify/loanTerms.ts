/** What a decision about a loan says that was agreed to is what the loan says, and what the version of the terms says that it was made on. */
import { ascii, sha256 } from './bytes';
import { bodyOf } from './bodyOf';
import { check, none, type Check } from './Check';
import type { Known } from './Known';
import type { LoanProof } from './shapes';

type Row = Readonly<Record<string, string | boolean | null>>;
type Tables = Readonly<Record<string, readonly Row[] | undefined>>;
interface Published {
  readonly version: number;
  readonly validFromMs: number;
  readonly hash: string;
}
/** A figure that is told, and what somebody else says that it is. */
type Pair = readonly [name: string, told: unknown, other: unknown];

/** 'partial': the record or a text is not at hand, or the decision is of before rule 3, which names no version. */
export function loanTermsCheck(proof: LoanProof, known: Known): Check {
  const { days, catalogVersion, freshSeconds, meanSeconds, ruleVersion, collateral } = proof.decision;
  const told = `${days ?? none} days, version ${catalogVersion ?? none}`;
  const other = ofLoan(proof).find(isOther);
  if (other !== undefined) return differs(other);
  if (ruleVersion <= 2) return check('agreed', 'partial', told);
  if (catalogVersion === undefined) return check('agreed', 'failed', told, 'no version');
  const own = tablesOf(catalogVersion, proof, known);
  if (typeof own === 'string') return check('agreed', own === none ? 'partial' : 'failed', told, own);
  const row = own['loan_term']?.find((one) => one['days'] === String(days));
  if (row === undefined) return check('agreed', 'failed', told, 'not offered');
  const { kind, level, liquidationFee } = proof.decision;
  const pairs: Pair[] = [
    ['level', level, row[kind === 'call' ? 'call_ltv' : 'liquidation_ltv']],
    ['liquidation fee', liquidationFee, row['liquidation_fee']],
    ['seconds of a minute', String(meanSeconds), row['mean_seconds']],
    ['seconds of a price', String(freshSeconds), row['fresh_seconds']],
    ['rule', String(ruleVersion), row['rule_version']],
  ];
  let isWhole = true;
  for (const { asset, weight, scale, catalogVersion: version } of collateral) {
    // Of loans of this rule each says of which version its weight is: of the loan's, or of a later one if it was added later.
    const tables = version == null ? `no version of ${asset}` : tablesOf(version, proof, known);
    isWhole &&= version != null && version >= catalogVersion;
    if (typeof tables === 'string' && tables !== none) return check('agreed', 'failed', told, tables);
    if (typeof tables === 'string') {
      isWhole = false;
      continue;
    }
    const of = (table: string, key: string) => tables[table]?.find((one) => one[key] === asset);
    pairs.push([`weight of ${asset}`, weight, of('collateral_term', 'asset')?.['weight']]);
    pairs.push([`decimals of ${asset}`, String(scale), of('asset', 'id')?.['scale']]);
  }
  const wrong = pairs.find(isOther);
  return wrong === undefined ? check('agreed', isWhole ? 'ok' : 'partial', told, told) : differs(wrong);
}

const isOther = ([, told, other]: Pair): boolean => told !== other;
const differs = ([name, told, other]: Pair): Check =>
  check('agreed', 'failed', `${name} ${String(told ?? none)}`, String(other ?? none));

/** What the app shows of the loan itself. A collateral that has gone since is not in it. */
function ofLoan({ decision, loan }: LoanProof): readonly Pair[] {
  if (loan === undefined) return [];
  const { kind, level, liquidationFee, meanSeconds, freshSeconds, ruleVersion, days, catalogVersion, collateral } = decision;
  const locked = collateral.flatMap((one): Pair[] => {
    const own = loan.collateral.find((of) => of.kind === one.kind && of.asset === one.asset && of.orderId === one.orderId);
    if (own === undefined) return [];
    const { weight, scale = one.scale } = own;
    return [
      [`weight of ${one.asset}`, one.weight, weight],
      [`decimals of ${one.asset}`, one.scale, scale],
    ];
  });
  return [
    ['level', level, kind === 'call' ? loan.callLtv : loan.liquidationLtv],
    ['liquidation fee', liquidationFee, loan.liquidationFee],
    ...locked,
    ...(ruleVersion < 2
      ? []
      : ([
          ['rule', ruleVersion, loan.ruleVersion],
          ['seconds of a minute', meanSeconds, loan.meanSeconds],
        ] satisfies Pair[])),
    ...(ruleVersion < 3
      ? []
      : ([
          ['seconds of a price', freshSeconds, loan.freshSeconds],
          ['days', days, loan.days],
          ['version', catalogVersion, loan.catalogVersion],
        ] satisfies Pair[])),
  ];
}

/** Published before the decision, with the hash that the record has of it. Text: why not; '-' where it is not at hand. */
function tablesOf(version: number, { decision }: LoanProof, { entries, isAsked, terms }: Known): Tables | string {
  const own = entries.find((entry) => entry.kind === 'terms' && bodyOf<Published>(entry).version === version);
  if (own === undefined) return isAsked ? `no version ${version}` : none;
  if (own.atMs > decision.atMs) return `version ${version} published ${own.atMs}`;
  const text = terms.find((one) => one.version === version)?.text;
  if (text === undefined) return none;
  const hash = sha256(ascii(text));
  return hash === bodyOf<Published>(own).hash ? (JSON.parse(text) as Tables) : `version ${version} has ${hash}`;
}
