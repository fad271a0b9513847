/** The card that is paid to. Its number is asked for by a press, which the audit log names. */
import { useState } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { callOperation } from '../api/operations';
import { Button } from '../parts/Button';
import { Facts } from '../parts/Facts';
import { problemText } from '../texts/problemText';
import { payoutsTexts as texts } from '../texts/payouts';

export function CardDetails({ id }: { readonly id: string }) {
  const [card, setCard] = useState<OperationResponse<'payoutsCard'>>();
  const [problem, setProblem] = useState('');
  if (card !== undefined)
    return (
      <Facts
        facts={[
          [texts.card.number, <code key="number">{card.cardNumber}</code>],
          [texts.card.holder, card.holderName],
          [texts.card.bank, card.bankName],
        ]}
      />
    );
  async function show(): Promise<void> {
    const answer = await callOperation('payoutsCard', { id });
    if (answer.is === 'answer') setCard(answer.value);
    else setProblem(problemText(answer));
  }
  return (
    <p>
      <Button onClick={() => void show()}>{texts.card.show}</Button> <span role="alert">{problem}</span>
    </p>
  );
}
