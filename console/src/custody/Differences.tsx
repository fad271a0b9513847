import type { ReactNode } from 'react';
import type { CustodyDepositShown, CustodyDifferenceShown } from '@tessera/shared/operations';
import type { MarkedAlarm } from '../alarms/DoneDialog';
import { DoneMark, type DoneMarkProps } from '../alarms/DoneMark';
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
            <AlarmLine
              key={ref}
              title={title}
              done={done}
              nowMs={nowMs}
              onMark={onMark && (() => onMark({ kind: 'custody', ref, seen: difference, title }))}
            >
              <p>{title}</p>
            </AlarmLine>
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
        {deposits.map(({ id, rail, asset, amount, says, why, address, transaction, userId, seenAtMs, done }) => {
          const title = texts.deposit(amount, texts.of(rail, asset));
          return (
            <AlarmLine
              key={id}
              title={title}
              done={done}
              nowMs={nowMs}
              onMark={onMark && (() => onMark({ kind: 'deposit', ref: id, seen: says, title }))}
            >
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
            </AlarmLine>
          );
        })}
      </Lines>
    </section>
  );
}

/** What can be done with it stands beside it, what was done below. */
function AlarmLine({ children, ...mark }: DoneMarkProps & { readonly children: ReactNode }) {
  const isOpen = mark.done === null;
  return (
    <Line acts={isOpen && mark.onMark !== undefined ? <DoneMark {...mark} /> : null}>
      {children}
      {isOpen ? null : <DoneMark {...mark} />}
    </Line>
  );
}
