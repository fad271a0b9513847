/** What one operator has entered and another one has to enter too. */
import type { MerchantEntry } from '@tessera/shared/operations';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { Line, Lines } from '../parts/Lines';
import { dateTime } from '../parts/times';
import { hrefOf } from '../shell/address';
import { ago } from '../texts/ago';
import { merchantsTexts as texts } from '../texts/merchants';

export function entryText({ what, asset }: Pick<MerchantEntry, 'what' | 'asset'>): string {
  switch (what.is) {
    case 'settlement':
      return texts.entry.settlement(what.amount, asset, what.network, what.transactionEnd);
    case 'price':
      return (what.offerId === null ? texts.entry.offer : texts.entry.price)(what.price, what.currency, asset);
    case 'limit':
      return texts.entry.limit(what.limit, asset);
  }
}

interface MerchantEntriesProps {
  readonly entries: readonly MerchantEntry[];
  readonly nowMs: number;
  /** Who is signed in: he confirms what others entered. */
  readonly name: string;
  /** undefined: no acts, each leads to its merchant. */
  readonly onAct?: ((act: { readonly is: 'confirm' | 'withdraw'; readonly entry: MerchantEntry }) => void) | undefined;
  readonly isOfOne?: boolean;
}

export function MerchantEntries({ entries, nowMs, name, onAct, isOfOne = false }: MerchantEntriesProps) {
  if (entries.length === 0) return null;
  return (
    <section className="card" aria-labelledby="entries">
      <h2 id="entries">{texts.entries}</h2>
      <p className="soft small">{texts.entriesMean}</p>
      <Lines>
        {entries.map((entry) => (
          <Line
            key={entry.id}
            acts={
              onAct === undefined ? null : (
                <Acts label={entryText(entry)}>
                  {entry.enteredBy === name ? null : (
                    <Button kind="main" onClick={() => onAct({ is: 'confirm', entry })}>
                      {texts.confirm}
                    </Button>
                  )}
                  <Button onClick={() => onAct({ is: 'withdraw', entry })}>{texts.withdraw}</Button>
                </Acts>
              )
            }
          >
            <p>
              {isOfOne ? null : <a href={hrefOf(['merchants', entry.merchantId])}>{entry.merchant}</a>} {entryText(entry)}
            </p>
            <p className="soft small" title={dateTime(entry.enteredAtMs)}>
              {texts.enteredBy(entry.enteredBy, ago(nowMs - entry.enteredAtMs), dateTime(entry.untilMs))}
            </p>
          </Line>
        ))}
      </Lines>
    </section>
  );
}
