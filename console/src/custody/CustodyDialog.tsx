/** Asks for a balance that was read off, for money that is not people's, or to confirm what another operator entered. */
import { useRef, useState } from 'react';
import type { CustodyOwnShown } from '@tessera/shared/operations';
import { ActDialog } from '../acts/ActDialog';
import { callOperation } from '../api/operations';
import { Field } from '../parts/Field';
import { custodyTexts as texts } from '../texts/custody';
import { dayText, today } from './dayText';

export type CustodyAct =
  | { readonly is: 'read'; readonly rail: string; readonly asset: string; readonly day: number }
  | { readonly is: 'own' }
  | { readonly is: 'confirm'; readonly entry: CustodyOwnShown };

interface CustodyDialogProps {
  readonly act: CustodyAct;
  /** `told`: what came of it, in words. */
  readonly onDone: (told: string) => void;
  readonly onClose: () => void;
}

export function CustodyDialog({ act, onDone, onClose }: CustodyDialogProps) {
  if (act.is === 'read') return <ReadDialog act={act} onDone={onDone} onClose={onClose} />;
  if (act.is === 'own') return <OwnDialog onDone={onDone} onClose={onClose} />;
  const { id, amount, rail, asset, reason } = act.entry;
  return (
    <ActDialog
      title={texts.askConfirm(amount, texts.of(rail, asset))}
      confirm={texts.confirm}
      act={() => callOperation('custodyOwnConfirm', { id })}
      onDone={() => onDone(texts.confirmed)}
      onClose={onClose}
    >
      <p>{reason}</p>
    </ActDialog>
  );
}

const isSum = (text: string): boolean => /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/.test(text);

function ReadDialog({
  act: { rail, asset, day },
  onDone,
  onClose,
}: Omit<CustodyDialogProps, 'act'> & { readonly act: Extract<CustodyAct, { is: 'read' }> }) {
  const [balance, setBalance] = useState('');
  const isCounted = useRef(false);
  return (
    <ActDialog
      title={texts.ask(texts.of(rail, asset), dayText(day))}
      confirm={texts.now}
      isReady={isSum(balance.trim())}
      act={async () => {
        const answer = await callOperation('custodyRead', { rail, asset, day, balance: balance.trim() });
        if (answer.is !== 'problem') isCounted.current = answer.value.isCounted;
        return answer;
      }}
      onDone={() => onDone(isCounted.current ? texts.done.counted : texts.done.waits)}
      onClose={onClose}
    >
      <Typed
        label={texts.balance}
        hint={balance === '' || isSum(balance.trim()) ? texts.balanceHint : texts.wrong}
        value={balance}
        onChange={setBalance}
        isFirst
      />
    </ActDialog>
  );
}

function OwnDialog({ onDone, onClose }: Pick<CustodyDialogProps, 'onDone' | 'onClose'>) {
  const [rail, setRail] = useState('');
  const [asset, setAsset] = useState('');
  const [amount, setAmount] = useState('');
  const sum = amount.trim();
  const isWhole = isSum(sum.replace(/^-/, ''));
  return (
    <ActDialog
      title={texts.askOwn}
      confirm={texts.now}
      reasonHint={texts.reasonHint}
      isReady={isWhole && /^[a-z_]{2,16}$/.test(rail.trim()) && /^[A-Z0-9]{2,10}$/.test(asset.trim())}
      act={(reason) =>
        callOperation('custodyOwnEnter', { rail: rail.trim(), asset: asset.trim(), day: today(Date.now()), amount: sum, reason })
      }
      onDone={() => onDone(texts.ownDone)}
      onClose={onClose}
    >
      <Typed label={texts.rail} value={rail} onChange={setRail} isFirst />
      <Typed label={texts.asset} value={asset} onChange={(text) => setAsset(text.toUpperCase())} />
      <Typed
        label={texts.amount}
        hint={amount === '' || isWhole ? texts.amountHint : texts.wrong}
        value={amount}
        onChange={setAmount}
      />
    </ActDialog>
  );
}

interface TypedProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isFirst?: boolean;
}

function Typed({ label, hint, value, onChange, isFirst = false }: TypedProps) {
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      <input
        value={value}
        onChange={({ target }) => onChange(target.value)}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        {...(isFirst ? { 'data-first': true } : {})}
      />
    </Field>
  );
}
