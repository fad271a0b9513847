/** Who may act for the house, and the keys that sign for it. Operators themselves are made on the server's machine. */
import { AppError, invariant } from '@tessera/shared/errors';
import type { OperatorRole } from '@tessera/shared/operations';
import { sql, type RawBuilder } from 'kysely';
import { appendAudit, holdAudit } from '../ops/audit';
import { addSigningKey, newSigningSecret, readSigningKeys, signingKeyOf } from '../record/SigningKey';
import type { Db } from '../store/database';
import type { ActingOperator } from './ActingOperator';
import type { OperationHandlers } from './OperationHandler';
import { toOperatorError } from './operatorError';

interface Listed {
  readonly name: string;
  readonly roles: OperatorRole[];
  readonly createdAtMs: number;
  readonly disabledAtMs: number | null;
  readonly lastSignInMs: number | null;
  readonly hasKey: boolean;
}

/** `signingKeysFile`: where the secrets lie of the keys that sign roots and receipts. */
export function staffCalls({ db, signingKeysFile }: { readonly db: Db; readonly signingKeysFile: string }) {
  /** `change` answers the operator's number; null: nobody of that name is to be changed like that. */
  async function changeOne(
    { operator, name, reason, nowMs }: { operator: ActingOperator; name: string; reason: string; nowMs: number },
    verb: 'disable' | 'enable',
    change: RawBuilder<unknown>,
  ): Promise<void> {
    await db
      .transaction()
      .execute(async (tx) => {
        await holdAudit(tx);
        const { rows } = await sql<{ id: number | null }>`select ${change} as id`.execute(tx);
        if ((rows[0]?.id ?? null) === null) throw new AppError('DATA_NOT_FOUND');
        const subject = `operator ${name}`;
        await appendAudit(tx, { actor: operator.name, action: `operator.${verb}`, subject, details: { reason }, nowMs });
      })
      .catch((error: unknown) => {
        throw toOperatorError(error);
      });
  }

  return {
    async operatorsList({ operator, nowMs }) {
      const { rows } = await sql<Listed>`
        select name, roles, created_at_ms, disabled_at_ms, last_sign_in_ms, has_key
        from operators_listed(${operator.sessionHash}, ${nowMs}::bigint)`
        .execute(db)
        .catch((error: unknown) => {
          throw toOperatorError(error);
        });
      return { operators: rows };
    },

    async operatorsDisable({ request: { name, reason }, operator, nowMs }) {
      await changeOne(
        { operator, name, reason, nowMs },
        'disable',
        sql`disable_operator(${operator.sessionHash}, ${name}, ${nowMs}::bigint)`,
      );
      return { name, disabledAtMs: nowMs };
    },

    async operatorsEnable({ request: { name, reason }, operator, nowMs }) {
      await changeOne(
        { operator, name, reason, nowMs },
        'enable',
        sql`enable_operator(${operator.sessionHash}, ${name}, ${reason}, ${nowMs}::bigint)`,
      );
      return { name };
    },

    async keysList() {
      const entries = await db.selectFrom('publicRecord').selectAll().where('kind', '=', 'key').orderBy('seq').execute();
      const published = entries.map(({ seq, atMs, body }, index) => {
        const { keyId, handover } = JSON.parse(body) as { readonly keyId: string; readonly handover: string | null };
        const isNewest = index === entries.length - 1;
        return { keyId, record: seq, publishedAtMs: atMs, signs: isNewest, isHandedOver: index === 0 || handover !== null };
      });
      const waiting = (await readSigningKeys(signingKeysFile))
        .filter(({ id }) => !published.some(({ keyId }) => keyId === id))
        .map(({ id }) => ({ keyId: id, record: null, publishedAtMs: null, signs: false, isHandedOver: false }));
      return { keys: [...published, ...waiting] };
    },

    async keysRotate({ request: { reason, preview = false }, operator, nowMs }) {
      const before = (await readSigningKeys(signingKeysFile)).at(-1);
      invariant(before !== undefined, 'a file of signing keys has one');
      if (preview) return { keyId: null, before: before.id };
      const secret = newSigningSecret();
      const { id: keyId } = signingKeyOf(secret);
      await db.transaction().execute((tx) =>
        appendAudit(tx, {
          actor: operator.name,
          action: 'keys.rotate',
          subject: `key ${keyId}`,
          details: { reason, before: before.id },
          nowMs,
        }),
      );
      // Only once it is written down whose it is: no key signs that nobody answers for. A row without its key is no harm.
      await db.transaction().execute(async (tx) => {
        // One after the other: the file is read before it is written.
        await holdAudit(tx);
        await addSigningKey(signingKeysFile, secret);
      });
      return { keyId, before: before.id };
    },
  } satisfies Partial<OperationHandlers>;
}
