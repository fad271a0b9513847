import type { CustodyDepositShown, CustodyDifferenceShown } from '@tessera/shared/operations';
import type { MarkedAlarm } from '../alarms/DoneDialog';
import { DoneMark } from '../alarms/DoneMark';
import { Facts } from '../parts/Facts';
import { Line, Lines } from '../parts/Lines';
import { ago } from '../texts/ago';
import { custodyTexts as texts } from '../texts/custody';
import { dayText } from './dayText';

interface MarkProps {
  readonly nowMs: number;
  readonly onMark: ((alarm: MarkedAlarm) => void) | undefined;
}

/** Every count that differed, open ones first. */
export function Differences({
  differences,
  nowMs,
  onMark,
}: MarkProps & { readonly differences: readonly CustodyDifferenceShown[] }) {
  if (differences.length === 0) return null;
  return (
    <section className="card" aria-labelledby="differences">
      <h2 id="differences">{texts.differences}</h2>
      <p className="soft small">{texts.differencesMean}</p>
      <Lines>
        {differences.map(({ rail, asset, day, difference, done }) => {
          const ref = `${rail} ${asset} ${day}`;
          const title = texts.difference(texts.of(rail, asset), dayText(day), difference);
          return (
            <Line key={ref}>
              <p>{title}</p>
              <DoneMark
                title={title}
                done={done}
                nowMs={nowMs}
                onMark={onMark && (() => onMark({ kind: 'custody', ref, seen: difference, title }))}
              />
            </Line>
          );
        })}
      </Lines>
    </section>
  );
}

/** Payments on chains that are credited to nobody, or owed; open ones first. */
export function Deposits({ deposits, nowMs, onMark }: MarkProps & { readonly deposits: readonly CustodyDepositShown[] }) {
  if (deposits.length === 0) return null;
  return (
    <section className="card" aria-labelledby="deposits">
      <h2 id="deposits">{texts.deposits}</h2>
      <p className="soft small">{texts.depositsMean}</p>
      <Lines>
        {deposits.map(({ id, rail, asset, amount, state, why, address, transaction, userId, seenAtMs, done }) => {
          const title = texts.deposit(amount, texts.of(rail, asset));
          return (
            <Line key={id}>
              <p>
                <strong>{title}</strong> {texts.why[why ?? 'owed']}
              </p>
              <Facts
                facts={[
                  [texts.address, <code key="address">{address}</code>],
                  [texts.transaction, <code key="transaction">{transaction}</code>],
                  ...(userId === null ? [] : [[texts.person, userId] as const]),
                  [texts.seen, ago(nowMs - seenAtMs)],
                ]}
              />
              <DoneMark
                title={title}
                done={done}
                nowMs={nowMs}
                onMark={onMark && (() => onMark({ kind: 'deposit', ref: id, seen: state, title }))}
              />
            </Line>
          );
        })}
      </Lines>
    </section>
  );
}
