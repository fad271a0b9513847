/** The keys that sign roots and receipts: docs/operators.md. */
import { addSigningKey, readSigningKeys, signingKeyOf } from '../../record/SigningKey';
import { appendAudit } from '../audit';
import { flagOf, shownInstant, type Command } from '../Command';
import { signInOperator } from '../signInOperator';

/** A copy of a key forges receipts: anyone who looks after risks may replace it. */
const mayRotate = ['risk', 'compliance'] as const;

export const keyCommands: readonly Command[] = [
  {
    words: ['keys', 'list'],
    usage: '',
    says: 'the keys that sign roots and receipts, as the public record shows them, oldest first',
    async run({ db }) {
      const entries = await db.selectFrom('publicRecord').selectAll().where('kind', '=', 'key').orderBy('seq').execute();
      return {
        rows: entries.map(({ seq, atMs, body }, index) => {
          const { keyId, handover } = JSON.parse(body) as { readonly keyId: string; readonly handover: string | null };
          return {
            keyId,
            published: shownInstant(atMs),
            record: seq,
            signs: index === entries.length - 1,
            handedOver: index === 0 || handover !== null,
          };
        }),
      };
    },
  },
  {
    words: ['keys', 'rotate'],
    usage: '--reason <text> --as <operator>',
    says: 'makes the next key; the server publishes it and signs with it from its next start on',
    async run(context, input) {
      const { db, clock, signingKeysFile } = context;
      const reason = flagOf(input, 'reason');
      const { name: actor } = await signInOperator(context, mayRotate);
      // Without a key yet this makes the first one, which the next hands over from.
      const before = (await readSigningKeys(signingKeysFile)).at(-1)?.id ?? null;
      const { id } = signingKeyOf(await addSigningKey(signingKeysFile));
      const nowMs = clock.now();
      await db
        .transaction()
        .execute((tx) =>
          appendAudit(tx, { actor, action: 'keys.rotate', subject: `key ${id}`, details: { reason, before }, nowMs }),
        );
      return {
        rows: [{ keyId: id, before }],
        note: 'Start every process of the exchange anew within a day: then this key signs, and the one before retires.',
      };
    },
  },
];
