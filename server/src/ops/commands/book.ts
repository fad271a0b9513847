import { leverageLedgerRules } from '../../products/leverage/invariants';
import { secondsLedgerRules } from '../../products/seconds/invariants';
import { spotLedgerRules } from '../../products/spot/invariants';
import { c2cLedgerRules } from '../../c2c/invariants';
import { topUpLedgerRules } from '../../topups/invariants';
import { findViolations, ledgerRules } from '../../ledger/invariants';
import { brokenAuditRow } from '../audit';
import { flagOf, shownInstant, UsageError, type Command, type ServerCommand } from '../Command';
import type { OperationResponse } from '@tessera/shared/operations';

const everyRule = [
  ...ledgerRules,
  ...secondsLedgerRules,
  ...spotLedgerRules,
  ...leverageLedgerRules,
  ...topUpLedgerRules,
  ...c2cLedgerRules,
];

export const bookCommands: readonly (Command | ServerCommand)[] = [
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
    usage: 'on|off|status [--reason <text>]',
    says: 'stops and allows every movement of money',
    async ask(server, input) {
      const [word] = input.words;
      if (word === 'status') return { rows: [shownFunds((await server.call('booksHealth', {})).funds)] };
      if (word !== 'on' && word !== 'off') throw new UsageError('say on, off or status');
      const { funds } = await server.call('booksReadOnly', { on: word === 'on', reason: flagOf(input, 'reason') });
      return { rows: [shownFunds(funds)] };
    },
  },
  {
    words: ['audit', 'list'],
    usage: '[--limit <n>]',
    says: 'what operators did, newest first',
    async ask(server, { flags }) {
      const { items } = await server.call('auditList', { limit: Number.parseInt(flags['limit'] ?? '50', 10) });
      return {
        rows: items.map(({ id, atMs, operator, action, subject, details }) => ({
          id,
          at: shownInstant(atMs),
          actor: operator,
          action,
          subject,
          details,
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

const shownFunds = ({ isReadOnly, reason, sinceMs }: OperationResponse<'booksHealth'>['funds']) => ({
  readOnly: isReadOnly,
  reason,
  since: shownInstant(sinceMs),
});
