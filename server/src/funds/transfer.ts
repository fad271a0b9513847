/** Between a person's coin account and contract account, inside one mode. */
import type { AccountMode, EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, compare, decimalsOf, isPositive, negate, toText, zero, type Amount } from '@tessera/shared/money';
import { assetScales, balanceOf, post } from '../ledger/Ledger';
import { takeLocks } from '../ledger/takeLocks';
import type { Tx } from '../store/database';
import { availableOf } from './contractFigures';
import { fundingAsset } from './fundingAsset';
import { accountsView } from './walletView';

export async function transfer(
  tx: Tx,
  call: {
    readonly userId: number;
    readonly mode: AccountMode;
    readonly key: string;
    readonly nowMs: number;
    readonly request: EndpointRequest<'transfer'>;
  },
): Promise<EndpointResponse<'transfer'>> {
  const { userId, mode, request } = call;
  if (request.from === request.to) throw new AppError('PARAMETER_WRONG', { params: { field: 'to' } });
  const scale = (await assetScales(tx)).get(request.asset);
  if (scale === undefined) throw new AppError('WALLET_ASSET_NOT_FOUND');
  // The contract account is funded in one asset only.
  if (request.asset !== fundingAsset) throw new AppError('WALLET_ASSET_WRONG');
  const moved = amount(request.amount);
  if (!isPositive(moved) || decimalsOf(moved) > scale) throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });

  await takeLocks(tx, { contracts: [{ userId, mode }] });
  await requireSeen(tx, { userId, mode, request });
  if (request.from === 'contract') await requireMovable(tx, userId, mode, moved);
  const from = { ownerId: userId, kind: request.from, asset: request.asset };
  const to = { ownerId: userId, kind: request.to, asset: request.asset };
  const posted = await post(tx, {
    mode,
    kind: 'transfer',
    ref: `${request.from}-${request.to}`,
    idem: `transfer:${userId}:${call.key}`,
    atMs: call.nowMs,
    legs: [
      { account: from, amount: negate(moved) },
      { account: to, amount: moved },
    ],
  });
  return {
    id: String(posted.journalId),
    from: request.from,
    to: request.to,
    asset: request.asset,
    amount: toText(moved),
    fromBalance: toText((await balanceOf(tx, mode, from)) ?? zero),
    toBalance: toText((await balanceOf(tx, mode, to)) ?? zero),
    atMs: call.nowMs,
  };
}

/** The person confirmed what both accounts hold afterwards: money that came or went since then he has not seen. */
async function requireSeen(
  tx: Tx,
  { userId, mode, request }: { userId: number; mode: AccountMode; request: EndpointRequest<'transfer'> },
): Promise<void> {
  if (request.seenBalance === undefined) return;
  const { coin, contract } = await accountsView(tx, userId, mode);
  const coins = coin.find(({ asset }) => asset === request.asset)?.available ?? '0';
  const held = amount(request.from === 'contract' ? contract.balance : coins);
  if (compare(held, amount(request.seenBalance)) !== 0) throw new AppError('WALLET_ABNORMAL_CHANGE');
}

/** What stands behind open positions stays: free balance less the floating loss of cross positions is the limit. */
async function requireMovable(tx: Tx, userId: number, mode: AccountMode, moved: Amount): Promise<void> {
  const { contract } = await accountsView(tx, userId, mode);
  const available = availableOf(contract);
  if (compare(moved, available) > 0)
    throw new AppError('WALLET_BALANCE_INSUFFICIENT', { params: { available: toText(available), asset: fundingAsset } });
}
