/** What no row holds in the clear, to be held against the documents; by whom it is asked, and what was frozen. */
import type { OperationResponse } from '@tessera/shared/operations';
import { Facts, type Fact } from '../parts/Facts';
import { dateTime } from '../parts/times';
import { figure } from '../parts/figure';
import { mayAsk } from '../session/mayAsk';
import type { SignedInOperator } from '../session/SignedInOperator';
import { hrefOf } from '../shell/address';
import { ago } from '../texts/ago';
import { reviewsTexts as texts } from '../texts/reviews';

type Seen = OperationResponse<'reviewsGet'>;

export function ReviewFacts({
  seen,
  nowMs,
  operator,
}: {
  readonly seen: Seen;
  readonly nowMs: number;
  readonly operator: SignedInOperator;
}) {
  const { review, terms, termsHash, details } = seen;
  const { userId, account, ref, amount, asset, openedAtMs, expiresAtMs, approvalsNeeded, approvedBy } = review;
  const asked: Fact[] = [
    [texts.account, account],
    [
      texts.number,
      mayAsk(operator.roles, 'usersGet') ? (
        <a key="person" href={hrefOf(['users', userId])}>
          {userId}
        </a>
      ) : (
        userId
      ),
    ],
    [texts.about, ref],
    ...(amount === null ? [] : [[texts.amount, `${figure(amount)} ${asset ?? ''}`] as const]),
    [texts.opened, `${ago(nowMs - openedAtMs)}, ${dateTime(openedAtMs)}`],
    ...(expiresAtMs === null ? [] : [[texts.expires, dateTime(expiresAtMs)] as const]),
    [texts.eyes, texts.eyesNow(approvedBy.length, approvalsNeeded, approvedBy)],
  ];
  return (
    <div className="card">
      {Object.keys(details).length === 0 ? null : (
        <>
          <h2>{texts.details}</h2>
          <Facts facts={Object.entries(details).map(([field, text]) => [texts.fields[field] ?? field, text])} />
        </>
      )}
      <h2>{texts.asked}</h2>
      <Facts facts={asked} />
      <h2>{texts.terms}</h2>
      <Facts
        facts={[
          ...Object.entries(terms).map(
            ([term, value]) =>
              [term === 'amount' ? texts.amountOf(review.kind) : (texts.fields[term] ?? term), termText(value)] as const,
          ),
          [texts.hash, termsHash],
        ]}
      />
    </div>
  );
}

const termText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? texts.nothing : JSON.stringify(value);
