/** Money out: what stands in the way, the request, taking it back, and how it went. */
import { AppError } from '@tessera/shared/errors';
import { toText, zero } from '@tessera/shared/money';
import type { Catalog } from '../catalog/Catalog';
import type { Messages } from '../content/messages';
import type { PriceOf } from '../funds/walletView';
import type { Handlers } from '../http/handler';
import type { Identity } from '../identity/Identity';
import { userById } from '../identity/users';
import { assetScales, balances } from '../ledger/Ledger';
import type { PayeeDetails, Payees } from '../payees/Payees';
import { findPayee } from '../payees/findPayee';
import type { Random } from '../platform/random';
import type { Reviews } from '../reviews/Reviews';
import type { Db } from '../store/database';
import { offsetOf } from '../store/paging';
import { rowId } from '../store/rowId';
import { cancelWithdrawal } from './cancelWithdrawal';
import { leftIn } from './askedTerms';
import { judgeGate } from './gate';
import { readGateFacts } from './gateFacts';
import { requestWithdrawal } from './requestWithdrawal';
import { presentWithdrawal, readWithdrawals } from './withdrawalRow';

export interface WithdrawalDeps {
  readonly db: Db;
  readonly random: Random;
  readonly catalog: Pick<Catalog, 'identityNeed' | 'networks' | 'cardTerms' | 'withdrawalLimits'>;
  /** As houseWallets says them. */
  readonly wallets: readonly string[];
  readonly payees: Pick<Payees, 'reveal'>;
  readonly identity: Pick<Identity, 'requireStepUp'>;
  readonly reviews: Pick<Reviews, 'open' | 'cancel'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly priceOf: PriceOf;
  readonly wakeOutbox: () => void;
}

const usualPage = 20;

/** Enough to know it by: of the number the last digits, of the holder the initials. */
const shownCard = (masked: string, details: PayeeDetails) =>
  'cardNumber' in details ? { masked, holderName: initialsOf(details.holderName), bankName: details.bankName } : null;

/** "Anna Muster": "A••• M•••". */
const initialsOf = (name: string): string =>
  name
    .split(' ')
    .map(([initial = '']) => `${initial}•••`)
    .join(' ');

export function createWithdrawals(deps: WithdrawalDeps): { readonly handlers: Handlers } {
  const { db, catalog, payees, priceOf } = deps;
  return {
    handlers: {
      async withdrawalCheck({ user: signedIn, request, nowMs }) {
        const user = await userById(db, rowId(signedIn.userId));
        const facts = await readGateFacts(db, catalog, { user, payeeId: request.payeeId, nowMs });
        const { payeeId } = request;
        const payee = payeeId === undefined ? undefined : await findPayee(db, { userId: user.id, publicId: payeeId });
        const held = await balances(db, user.id, signedIn.mode);
        const scales = await assetScales(db);
        const sumsOf = (asset: string) => {
          const scale = scales.get(asset) ?? 0;
          const left = facts.dayLimit === undefined ? undefined : leftIn(asset, facts.dayLimit, { scale, priceOf });
          const available = held.find((one) => one.kind === 'coin' && one.asset === asset)?.balance ?? zero;
          return { available: toText(available), scale, ...(left === undefined ? {} : { left: toText(left) }) };
        };
        return {
          rows: [...judgeGate(facts)],
          address: payee?.kind === 'wallet' ? payee.masked : null,
          card: payee?.kind === 'bank_card' ? shownCard(payee.masked, await payees.reveal(payee)) : null,
          terms: catalog
            .networks()
            .filter(({ hasWithdrawal }) => hasWithdrawal)
            .map((one) => ({
              asset: one.asset,
              network: one.network,
              networkName: one.name,
              min: toText(one.withdrawalMin),
              max: toText(one.withdrawalMax),
              fee: toText(one.withdrawalFee),
              ...sumsOf(one.asset),
            })),
          cardTerms: catalog
            .cardTerms()
            .filter(({ hasWithdrawal }) => hasWithdrawal)
            .map((one) => ({
              asset: one.asset,
              min: toText(one.withdrawalMin),
              max: toText(one.withdrawalMax),
              fee: toText(one.withdrawalFee),
              ...sumsOf(one.asset),
            })),
        };
      },

      withdraw: (call) => requestWithdrawal(deps, call),
      withdrawalCancel: (call) => cancelWithdrawal(deps, call),

      async withdrawalLog({ user, request }) {
        const { pageSize, offset } = offsetOf({ pageSize: usualPage, ...request });
        if (request.cursor !== undefined && offset > 0) throw new AppError('PARAMETER_WRONG', { params: { field: 'cursor' } });
        const rows = await readWithdrawals(db, {
          userId: rowId(user.userId),
          publicId: request.id,
          before: request.cursor === undefined ? undefined : rowId(request.cursor),
          offset,
          // One more than is shown: whether there is a next page.
          limit: pageSize + 1,
        });
        const shown = rows.slice(0, pageSize);
        return {
          items: shown.map(presentWithdrawal),
          next: rows.length > pageSize ? String(shown.at(-1)?.id) : null,
        };
      },
    },
  };
}
