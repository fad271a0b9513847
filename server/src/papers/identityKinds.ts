/** What the decision on an application does: the step is certified or refused, and the person is told. */
import type { IdentityField, IdentityStep } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { Messages } from '../content/messages';
import type { HeldReview, ReviewKind } from '../reviews/ReviewKind';
import type { ReviewRow } from '../reviews/reviewRows';
import type { Db, Tx } from '../store/database';
import type { Uploads } from '../uploads/Uploads';
import { readCertification, type IdentityRequest } from './certification';
import { requestIdOf } from './requestRef';
import { createDetailsBox, openDetails } from './sealedDetails';
import type { PapersDeps } from './Papers';

const fieldsOf: Readonly<Record<IdentityStep, readonly IdentityField[]>> = {
  primary: ['country', 'firstName', 'lastName', 'idType', 'idNumber', 'address'],
  advanced: ['frontUploadId', 'backUploadId'],
};

interface KindDeps extends Pick<PapersDeps, 'db' | 'key'> {
  readonly messages: Messages;
  readonly uploads: Pick<Uploads, 'addressOf'>;
}

export const identityKinds = (deps: KindDeps): readonly ReviewKind[] => [kindOf('primary', deps), kindOf('advanced', deps)];

function kindOf(step: IdentityStep, { db, key, messages, uploads }: KindDeps): ReviewKind {
  const box = createDetailsBox(key);

  async function refuse(tx: Tx, review: HeldReview, reason: string, redo: readonly IdentityField[]): Promise<void> {
    const { userId, nowMs } = review;
    await reject(tx, requestIdOf(review.ref), { reason, redo, nowMs });
    await messages.send(tx, { userId, kind: `identity_${step}_rejected`, params: { reason }, nowMs });
  }

  return {
    kind: `identity_${step}`,
    role: 'identity',

    async apply(tx, review, verdict) {
      const { userId, nowMs } = review;
      if (!verdict.approved) {
        const redo = fieldsOf[step].filter((field) => verdict.fields.includes(field));
        return refuse(tx, review, verdict.reason, redo);
      }
      const { primary } = await readCertification(tx, userId);
      if (step === 'advanced' && primary?.status !== 'certified') throw new AppError('IDENTITY_REQUIRED');
      await certify(tx, review);
      await messages.send(tx, { userId, kind: `identity_${step}_certified`, nowMs });
    },

    async reverse(tx, review, reason) {
      // It fell with the first step, or another application took its place.
      if ((await requestOf(tx, review)).status !== 'certified') return;
      await refuse(tx, review, reason, fieldsOf[step]);
      const { advanced } = await readCertification(tx, review.userId);
      // The second step stands on the first.
      if (step === 'primary' && advanced?.status === 'certified')
        await reject(tx, advanced.id, { reason, redo: fieldsOf.advanced, nowMs: review.nowMs });
    },

    async details(review) {
      const shown = step === 'primary' ? await requestOf(db, review) : (await readCertification(db, review.userId)).primary;
      if (shown?.sealed == null) return {};
      const { country, firstName, lastName, idType, userId, sealed } = shown;
      const said = { country, firstName, lastName, idType, ...(await openDetails(box, userId, sealed)) };
      return Object.fromEntries(Object.entries(said).map(([field, text]) => [field, text ?? '']));
    },

    async papers(review, { name, sessionId }) {
      const shownTo = { viewer: `operator:${name}`, session: String(sessionId) } as const;
      const { frontUploadId, backUploadId } = await requestOf(db, review);
      if (frontUploadId === null || backUploadId === null) return [];
      return [
        { name: 'front', address: await uploads.addressOf(frontUploadId, shownTo) },
        { name: 'back', address: await uploads.addressOf(backUploadId, shownTo) },
      ];
    },
  };
}

const requestOf = (db: Db | Tx, { ref }: Pick<ReviewRow, 'ref'>): Promise<IdentityRequest> =>
  db.selectFrom('identityRequest').selectAll().where('id', '=', requestIdOf(ref)).executeTakeFirstOrThrow();

/** Throws IDENTITY_NUMBER_TAKEN when another application with this number was certified before. */
async function certify(tx: Tx, { ref, nowMs }: HeldReview): Promise<void> {
  await tx
    .updateTable('identityRequest')
    .set({ status: 'certified', decidedAtMs: nowMs })
    .where('id', '=', requestIdOf(ref))
    .execute()
    .catch((error: unknown) => {
      if ((error as { readonly constraint?: unknown }).constraint !== 'identity_number_once') throw error;
      throw new AppError('IDENTITY_NUMBER_TAKEN', { cause: error });
    });
}

interface Rejected {
  readonly reason: string;
  readonly redo: readonly IdentityField[];
  readonly nowMs: number;
}

const reject = (tx: Tx, requestId: number, { reason, redo, nowMs }: Rejected) =>
  tx
    .updateTable('identityRequest')
    .set({ status: 'rejected', reason, redo: [...redo], decidedAtMs: nowMs })
    .where('id', '=', requestId)
    .execute();
