/** Possible collateral (coins and Interest Treasure orders), and how much of each is chosen. */
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import type { Format } from '@tessera/shared/i18n';
import { amount, toText, type Amount } from '@tessera/shared/money';

export type ChosenCollateral = EndpointRequest<'loanSubmit'>['collateral'];

export interface CollateralSource {
  readonly key: string;
  readonly kind: 'coin' | 'treasure';
  readonly asset: string;
  /** null of a coin. */
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly free: string;
  /** '0' if nothing is locked. */
  readonly locked: string;
  readonly scale: number;
  /** The share of its value that counts. */
  readonly weight: string;
  /** null of a coin. */
  readonly endsAtMs: number | null;
}

/** The typed amounts by source; a source without a row is not chosen. */
export type TypedCollateral = Readonly<Record<string, string>>;
export interface ChosenSum {
  readonly source: CollateralSource;
  /** undefined while the typed amount is not valid. */
  readonly sum: Amount | undefined;
}

/** Interest Treasure orders have the decimals of the asset that is lent. */
export function sourcesOf(
  { coins, terms, asset, treasureWeight }: EndpointResponse<'loanConfig'>,
  deposits: EndpointResponse<'whDeposits'>['items'],
): readonly CollateralSource[] {
  const scale = terms.find((term) => term.asset === asset)?.scale ?? 0;
  const taken = treasureWeight === null ? [] : deposits;
  return [
    ...taken.map(({ orderId, orderNumber, asset: of, free, locked, endsAtMs }) => ({
      ...{ key: `treasure ${orderId}`, kind: 'treasure' as const, asset: of, orderId, orderNumber, free, locked, scale },
      ...{ weight: treasureWeight ?? '0', endsAtMs },
    })),
    ...coins.map(({ asset: of, free, scale: own, weight }) => ({
      ...{
        key: `coin ${of}`,
        kind: 'coin' as const,
        asset: of,
        orderId: null,
        orderNumber: null,
        free,
        locked: '0',
        scale: own,
        weight,
      },
      ...{ endsAtMs: null },
    })),
  ];
}

export function chosenSums(
  sources: readonly CollateralSource[],
  typed: TypedCollateral,
  parse: Format['parseTyped'],
): readonly ChosenSum[] {
  return sources.flatMap((source) => {
    const text = typed[source.key];
    if (text === undefined) return [];
    const parsed = parse(text, source.scale);
    return [{ source, sum: parsed.ok ? amount(parsed.value) : undefined }];
  });
}

/** The collateral as a request has it; only for amounts without a problem. */
export const asRequested = (chosen: readonly ChosenSum[]): ChosenCollateral =>
  chosen.flatMap(({ source: { kind, asset, orderId }, sum }) =>
    sum === undefined ? [] : [{ kind, asset, orderId, amount: toText(sum) }],
  );
