import { leverageLedgerRules } from '../../products/leverage/invariants';
import { secondsLedgerRules } from '../../products/seconds/invariants';
import { spotLedgerRules } from '../../products/spot/invariants';
import { findViolations, ledgerRules } from '../../ledger/invariants';
import { fundsState, setFundsReadOnly } from '../../ledger/Ledger';
import { appendAudit, brokenAuditRow } from '../audit';
import { flagOf, shownInstant, UsageError, type Command } from '../Command';
import { signInOperator } from '../signInOperator';

const mayStopMoney = ['treasury', 'risk', 'compliance'] as const;
const everyRule = [...ledgerRules, ...secondsLedgerRules, ...spotLedgerRules, ...leverageLedgerRules];

export const bookCommands: readonly Command[] = [
  {
    words: ['invariants', 'run'],
    usage: '',
    says: 'asks every rule over the whole book; exit code 1 when one is broken',
    async run({ db }) {
      const findings = await findViolations(db, everyRule, 0);
      return {
        rows: findings.map(({ rule, says, subjects }) => ({
          rule,
          says,
          violations: subjects.length,
          first: subjects.slice(0, 3).join('; '),
        })),
        isBad: findings.some(({ subjects }) => subjects.length > 0),
      };
    },
  },
  {
    words: ['funds', 'read-only'],
    usage: 'on|off|status [--reason <text> --as <operator>]',
    says: 'stops and allows every movement of money',
    async run(context, input) {
      const { db, clock } = context;
      const [word] = input.words;
      if (word === 'status') {
        const state = await fundsState(db);
        return { rows: [{ readOnly: state.isReadOnly, reason: state.reason, since: shownInstant(state.atMs) }] };
      }
      if (word !== 'on' && word !== 'off') throw new UsageError('say on, off or status');
      const reason = flagOf(input, 'reason');
      const { name: actor } = await signInOperator(context, mayStopMoney);
      const nowMs = clock.now();
      await db.transaction().execute(async (tx) => {
        await setFundsReadOnly(tx, { isReadOnly: word === 'on', reason, atMs: nowMs });
        await appendAudit(tx, { actor, action: `funds.read-only-${word}`, subject: 'funds', details: { reason }, nowMs });
      });
      return { rows: [{ readOnly: word === 'on', reason, since: shownInstant(nowMs) }] };
    },
  },
  {
    words: ['audit', 'list'],
    usage: '[--limit <n>]',
    says: 'what operators did, newest first',
    async run({ db }, { flags }) {
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(Number.parseInt(flags['limit'] ?? '50', 10))
        .execute();
      return {
        rows: rows.map((row) => ({
          id: row.id,
          at: shownInstant(row.atMs),
          actor: row.actor,
          action: row.action,
          subject: row.subject,
          details: row.details,
        })),
      };
    },
  },
  {
    words: ['audit', 'verify'],
    usage: '',
    says: 'recomputes the chain of hashes; exit code 1 when it is broken',
    async run({ db }) {
      const broken = await brokenAuditRow(db);
      return { rows: [{ chain: broken === undefined ? 'whole' : `broken at row ${broken}` }], isBad: broken !== undefined };
    },
  },
];
