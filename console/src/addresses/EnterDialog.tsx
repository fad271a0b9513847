/** Asks for a network and its addresses. Sent again after an answer was lost, they are known already: nothing is entered twice. */
import { useId, useRef, useState, type ReactNode } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { callOperation, type Problem } from '../api/operations';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { Field } from '../parts/Field';
import { forgetKept, useKept } from '../parts/useKept';
import { addressesTexts as texts } from '../texts/addresses';
import { problemText } from '../texts/problemText';
import styles from './EnterDialog.module.css';
import { typedAddresses, type TypedAddress } from './typedAddresses';

export interface EnterDialogProps {
  /** Under which name what is typed is kept. */
  readonly draft: string;
  readonly networks: OperationResponse<'addressesStock'>['networks'];
  /** Chosen at first; '': none. */
  readonly network: string;
  /** `told`: what came of it, in words. */
  readonly onDone: (told: string) => void;
  readonly onClose: () => void;
}

interface Refused {
  readonly at: 'network' | 'addresses' | 'all';
  readonly why: string;
}

/** As the server takes them. */
const most = 500;

export function EnterDialog({ draft, networks, network: opened, onDone, onClose }: EnterDialogProps) {
  const [{ network, text }, setTyped] = useKept(draft, { network: opened, text: '' });
  const [refused, setRefused] = useState<Refused>();
  const [isDoing, setIsDoing] = useState(false);
  const [networkField, addressesField] = [useRef<HTMLSelectElement>(null), useRef<HTMLTextAreaElement>(null)];

  function refuse(refusal: Refused): void {
    setRefused(refusal);
    if (refusal.at === 'network') networkField.current?.focus();
    if (refusal.at === 'addresses') addressesField.current?.focus();
  }

  async function enter(): Promise<void> {
    const typed = typedAddresses(text);
    if (network === '') return refuse({ at: 'network', why: texts.chooseNetwork });
    if (typed.length === 0) return refuse({ at: 'addresses', why: texts.addressesMissing });
    if (typed.length > most) return refuse({ at: 'addresses', why: texts.tooMany(most, typed.length) });
    setIsDoing(true);
    const answer = await callOperation('addressesAdd', { network, addresses: typed.map(({ address }) => address) });
    setIsDoing(false);
    if (answer.is === 'problem') return refuse(refusalOf(answer, typed));
    const { added, confirmed } = answer.value;
    const name = networks.find((one) => one.network === network)?.name ?? network;
    forgetKept(draft);
    onDone(texts.done(name, { added, confirmed, known: typed.length - added - confirmed }));
  }

  const change = (changed: { readonly network?: string; readonly text?: string }): void => {
    setTyped({ network, text, ...changed });
    setRefused(undefined);
  };
  return (
    <Dialog title={texts.ask} onClose={onClose}>
      <DialogForm
        onSubmit={enter}
        acts={
          <>
            <Button kind="main" type="submit" isBusy={isDoing}>
              {texts.enterNow}
            </Button>
            <Button onClick={onClose}>{texts.cancel}</Button>
          </>
        }
      >
        <p className="soft small">{texts.means}</p>
        <Refusable at="network" refused={refused}>
          {(told) => (
            <Field label={texts.network}>
              <select
                ref={networkField}
                value={network}
                onChange={({ target }) => change({ network: target.value })}
                data-first={opened === '' || undefined}
                {...told}
              >
                <option value="">–</option>
                {networks.map((one) => (
                  <option key={one.network} value={one.network}>
                    {one.name}
                  </option>
                ))}
              </select>
            </Field>
          )}
        </Refusable>
        <Refusable at="addresses" refused={refused}>
          {(told) => (
            <Field label={texts.addresses} hint={texts.addressesHint(most)}>
              <textarea
                ref={addressesField}
                className={styles['addresses']}
                value={text}
                onChange={({ target }) => change({ text: target.value })}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                data-first={opened !== '' || undefined}
                {...told}
              />
            </Field>
          )}
        </Refusable>
        <p role="alert" className={refused?.at === 'all' ? 'problem' : 'hidden'}>
          {refused?.at === 'all' ? refused.why : ''}
        </p>
      </DialogForm>
    </Dialog>
  );
}

/** A field, and below it why what it holds was refused. */
function Refusable({
  at,
  refused,
  children,
}: {
  readonly at: Refused['at'];
  readonly refused: Refused | undefined;
  readonly children: (told: { readonly 'aria-invalid': boolean; readonly 'aria-describedby': string }) => ReactNode;
}) {
  const id = useId();
  const why = refused?.at === at ? refused.why : '';
  return (
    <div className={styles['refusable']}>
      {children({ 'aria-invalid': why !== '', 'aria-describedby': id })}
      <p id={id} role="alert" className={why === '' ? 'hidden' : 'problem'}>
        {why}
      </p>
    </div>
  );
}

/** The server names the field, and of the addresses by its place the one that is wrong. */
function refusalOf(problem: Problem, typed: readonly TypedAddress[]): Refused {
  const [field = '', at = ''] = problem.kind === 'refused' ? (problem.params['field'] ?? '').split('.') : [];
  if (field === 'network') return { at: field, why: problemText(problem) };
  if (field !== 'addresses') return { at: 'all', why: problemText(problem) };
  const wrong = typed[Number.parseInt(at, 10)];
  return { at: field, why: wrong === undefined ? problemText(problem) : texts.notOne(wrong.line, wrong.address) };
}
