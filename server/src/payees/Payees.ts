/**
 * Where a person lets money go. A session is not enough to add, delete or read one in full: he proves once more that it is he, and a new one takes a code
 * to what he has on file. Whoever gets through still waits a day, in which the person has been told by every way that he has.
 */
import type { EndpointRequest, Payee } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { Catalog } from '../catalog/Catalog';
import type { Messages } from '../content/messages';
import type { Texts } from '../content/texts';
import type { HandlerCall, Handlers, SignedIn } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import type { Identity } from '../identity/Identity';
import { strongestProof } from '../identity/requireStepUp';
import { userById, type User } from '../identity/users';
import { createKeyedHash } from '../platform/keyedHash';
import type { Random } from '../platform/random';
import type { Db, Tx } from '../store/database';
import { rowId } from '../store/rowId';
import { addPayee } from './addPayee';
import { findPayee } from './findPayee';
import { readPayee, type ReadPayee } from './readPayee';
import { refuseInUse } from './refuseInUse';
import { refusePayee } from './refusePayee';
import { createCardBox, openCard, type Card } from './sealedCard';
import { tellPayeeBy } from './tellPayee';
import type { PayeeRow } from './tables';

interface PayeesDeps {
  readonly db: Db;
  readonly random: Random;
  readonly catalog: Pick<Catalog, 'networks'>;
  /** As houseWallets says them. */
  readonly wallets: readonly string[];
  /** What cards are sealed, and their numbers hashed with. */
  readonly key: () => Promise<string>;
  readonly messages: Pick<Messages, 'send'>;
  readonly texts: Texts;
  readonly identity: Pick<Identity, 'requireStepUp' | 'consumeOwnCode' | 'deliverNoticesOf'>;
  /** A person's sockets hear of it now. */
  readonly wakeOutbox: () => void;
}

/** A wallet's address, or a card. */
export type PayeeDetails = { readonly address: string } | Card;

export interface Payees {
  readonly handlers: Handlers;
  /** In full; a card rejects with SealBroken when it was sealed under another key. */
  reveal(row: Pick<PayeeRow, 'userId' | 'address' | 'sealed'>): Promise<PayeeDetails>;
}

type ConfirmedCall = HandlerCall<'payeeSave'> | HandlerCall<'payeeReveal'> | HandlerCall<'payeeDelete'>;

/** Practice money goes nowhere. */
function requireReal({ mode }: SignedIn): void {
  if (mode === 'demo') throw new AppError('WALLET_DEMO_FORBIDDEN');
}

export function createPayees({ db, random, catalog, wallets, key, messages, texts, identity, wakeOutbox }: PayeesDeps): Payees {
  const box = createCardBox(key);
  const hashNumber = createKeyedHash(key, 'tessera card numbers');

  const shown = (row: PayeeRow): Payee => ({
    id: row.publicId,
    kind: row.kind,
    asset: row.asset,
    network: row.network,
    networkName: catalog.networks().find(({ network }) => network === row.network)?.name ?? row.network,
    label: row.label,
    masked: row.masked,
    usableFromMs: row.usableFromMs,
  });

  const reveal: Payees['reveal'] = async ({ userId, address, sealed }) =>
    sealed === null ? { address: address ?? '' } : openCard(box, userId, sealed);

  async function confirm({ request, user: signedIn, ip, nowMs }: ConfirmedCall): Promise<User> {
    const user = await userById(db, rowId(signedIn.userId));
    await identity.requireStepUp({ user, signedIn, purpose: 'payee', ...strongestProof(user, request), ip, nowMs });
    return user;
  }

  async function ownPayee(from: Db | Tx, userId: number, publicId: string): Promise<PayeeRow> {
    const row = await findPayee(from, { userId, publicId });
    if (row === undefined) throw new AppError('WITHDRAWAL_ADDRESS_NOT_YOURS');
    return row;
  }

  /** To be thrown. */
  async function noSuchPayee(userId: number): Promise<AppError> {
    const any = await db
      .selectFrom('payee')
      .select('id')
      .where('userId', '=', userId)
      .where('deletedAtMs', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return new AppError(any === undefined ? 'WALLET_NOT_FOUND' : 'WALLET_USER_WALLET_NOT_FOUND');
  }

  /** Read, and free to be added as far as is known now. */
  async function judge(
    request: EndpointRequest<'payeeCheck'>,
    userId: number,
    nowMs: number,
  ): Promise<{ readonly payee: ReadPayee; readonly cardHash: string }> {
    const payee = await readPayee(catalog, request);
    const cardHash = payee.kind === 'wallet' ? '' : await hashNumber(payee.card.cardNumber);
    await refusePayee(db, { catalog, wallets }, { userId, payee, cardHash, nowMs, isProven: false });
    return { payee, cardHash };
  }

  const tell = tellPayeeBy({ messages, texts });

  const handlers: Handlers = {
    async payeeList({ user }) {
      requireReal(user);
      const rows = await db
        .selectFrom('payee')
        .selectAll()
        .where('userId', '=', rowId(user.userId))
        .where('deletedAtMs', 'is', null)
        .orderBy('id', 'desc')
        .execute();
      const open = catalog.networks().filter(({ hasWithdrawal }) => hasWithdrawal);
      return { items: rows.map(shown), networks: open.map(({ asset, network, name }) => ({ asset, network, name })) };
    },

    async payeeCheck({ request, user, nowMs }) {
      requireReal(user);
      const { payee } = await judge(request, rowId(user.userId), nowMs);
      return { read: payee.kind === 'wallet' ? payee.address : payee.card.cardNumber };
    },

    async payeeSave(call) {
      const { request, user: signedIn, ip, nowMs } = call;
      requireReal(signedIn);
      const userId = rowId(signedIn.userId);
      const { payee, cardHash } = await judge(request, userId, nowMs);
      const user = await confirm(call);
      // What was not said before the proof costs no code.
      await refusePayee(db, { catalog, wallets }, { userId, payee, cardHash, nowMs, isProven: true });
      await identity.consumeOwnCode(user, { purpose: 'payee', field: 'code', code: request.code, ip, nowMs });
      const added = await addPayee({ db, random, catalog, wallets, box, tell }, signedIn, { payee, cardHash, nowMs });
      wakeOutbox();
      await identity.deliverNoticesOf(userId, nowMs);
      return shown(added);
    },

    async payeeReveal(call) {
      const { request, user: signedIn } = call;
      requireReal(signedIn);
      const row = await findPayee(db, { userId: rowId(signedIn.userId), publicId: request.id });
      if (row === undefined) throw await noSuchPayee(rowId(signedIn.userId));
      await confirm(call);
      return { address: null, cardNumber: null, holderName: null, bankName: null, ...(await reveal(row)) };
    },

    async payeeDelete(call) {
      const { request, user: signedIn, nowMs } = call;
      requireReal(signedIn);
      const userId = rowId(signedIn.userId);
      await refuseInUse(db, await ownPayee(db, userId, request.id));
      await confirm(call);
      await db.transaction().execute(async (tx) => {
        const held = await holdSession(tx, signedIn, nowMs);
        const row = await ownPayee(tx, userId, request.id);
        await refuseInUse(tx, row);
        await tx.updateTable('payee').set({ deletedAtMs: nowMs }).where('id', '=', row.id).execute();
        await tell(tx, held, { kind: 'payee_removed', masked: row.masked, nowMs });
      });
      wakeOutbox();
      await identity.deliverNoticesOf(userId, nowMs);
      return {};
    },
  };
  return { handlers, reveal };
}
