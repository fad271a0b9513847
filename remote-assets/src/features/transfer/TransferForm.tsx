/**
 * The transfer ticket. Typed text stays text; parsing says what it is. One idempotency key belongs to one filled-in form:
 * when no answer comes, sending again with the same key cannot move the money twice, and the form says so.
 */
import { useRef, useState } from 'react';
import { shownAsset, type AccountKind, type AccountMode } from '@tessera/shared/contract';
import { Field, Form } from '@tessera/shared/forms';
import { useTranslation } from '@tessera/shared/kernel';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { amount, toText, type Amount } from '@tessera/shared/money';
import { useDialogs, useEndpointAction, useNavigation, useReleaseGuard } from '@tessera/shared/react';
import { AmountField, ArrowUpDown, Button, Card, IconButton, KeyValueList, LiveRegion, Notice, Stack } from '@tessera/shared/ui';
import type { Wallet } from '../../components/useWallet';
import { useShownScale } from '../../components/useShownScale';
import { balancesAfter, movable, transferProblem, type TransferProblem } from './transferProblem';
import styles from './TransferForm.module.css';

interface TransferFormProps {
  readonly wallet: Wallet;
  readonly mode: AccountMode;
  readonly firstFrom: AccountKind;
}

const other = (account: AccountKind): AccountKind => (account === 'coin' ? 'contract' : 'coin');

export function TransferForm({ wallet, mode, firstFrom }: TransferFormProps) {
  const { t } = useTranslation('assets');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const errorText = useErrorText();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const scaleOf = useShownScale();
  const send = useEndpointAction('transfer', { toastErrors: false, refreshes: ['walletList', 'walletDetail'] });
  const [from, setFrom] = useState<AccountKind>(firstFrom);
  const key = useRef<string | undefined>(undefined);

  const asset = wallet.contract.asset;
  const unit = shownAsset(asset, mode);
  const scale = scaleOf(asset);
  const available = movable(wallet, from);
  const receiving = movable(wallet, other(from));
  const isUnknown = send.error?.isOutcomeUnknown === true;
  useReleaseGuard(send.isBusy || isUnknown ? t('transfer.sending') : undefined);

  const parse = (typed: string): Amount | undefined => {
    const parsed = format.parseTyped(typed, 6);
    return parsed.ok ? amount(parsed.value) : undefined;
  };
  const problemText = (problem: TransferProblem): string => {
    switch (problem.code) {
      case 'tooMuch':
        return t('transfer.problem.tooMuch', { amount: format.figure(problem.available), asset: unit });
      default:
        return t(`transfer.problem.${problem.code}`);
    }
  };

  async function transfer(wanted: Amount, clear: () => void) {
    key.current ??= crypto.randomUUID();
    const answer = await send.run({ from, to: other(from), asset, amount: toText(wanted) }, key.current);
    if (answer === undefined) return;
    key.current = undefined;
    clear();
    dialogs.toast(t('transfer.done', { amount: format.figure(answer.amount), asset: unit }), {
      tone: 'success',
      action: {
        label: t('transfer.viewRecord'),
        onSelect: () => navigation.navigate('/pages/assets/records', { account: from, asset }),
      },
    });
  }

  /** Anything typed anew is another transfer, with a key of its own. */
  function startOver() {
    key.current = undefined;
    send.reset();
  }

  return (
    <Form<{ amount: string }> initialValues={{ amount: '' }} onSubmit={() => undefined}>
      {({ values, form }) => {
        const typed = values.amount ?? '';
        const wanted = parse(typed);
        const problem = transferProblem(wanted, available);
        const after = balancesAfter(wanted, available, receiving);
        return (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (wanted !== undefined && problem === undefined && !send.isBusy)
                void transfer(wanted, () => form.change('amount', ''));
            }}
          >
            <Stack gap={4}>
              <Card>
                <div className={styles.accounts}>
                  <dl className={styles.sides}>
                    <div className={styles.side}>
                      <dt>{t('transfer.from')}</dt>
                      <dd>{tCommon(`account.${from}`)}</dd>
                    </div>
                    <div className={styles.side}>
                      <dt>{t('transfer.to')}</dt>
                      <dd>{tCommon(`account.${other(from)}`)}</dd>
                    </div>
                  </dl>
                  <IconButton
                    label={t('transfer.swap')}
                    icon={ArrowUpDown}
                    variant="tonal"
                    disabled={send.isBusy || isUnknown}
                    onClick={() => {
                      setFrom(other(from));
                      startOver();
                    }}
                  />
                </div>
              </Card>
              <Field<string> name="amount">
                {({ input }) => (
                  <AmountField
                    label={t('transfer.amount')}
                    name={input.name}
                    value={input.value}
                    onChange={(text) => {
                      input.onChange(text);
                      startOver();
                    }}
                    unit={unit}
                    scale={6}
                    disabled={send.isBusy || isUnknown}
                    onMax={() => {
                      input.onChange(format.forInput(toText(available)));
                      startOver();
                    }}
                    hint={t('transfer.available', { amount: format.figure(available, { scale }), asset: unit })}
                    problem={problem?.code === 'tooMuch' ? problemText(problem) : undefined}
                  />
                )}
              </Field>
              {from === 'contract' && <p className={styles.note}>{t('transfer.limit')}</p>}
              {after !== undefined && (
                <Card tone="sunken">
                  <h2 className={styles.afterHeading}>{t('transfer.after')}</h2>
                  <KeyValueList
                    items={[
                      {
                        key: 'from',
                        label: tCommon(`account.${from}`),
                        value: `${format.figure(after.from, { scale })} ${unit}`,
                      },
                      {
                        key: 'to',
                        label: tCommon(`account.${other(from)}`),
                        value: `${format.figure(after.to, { scale })} ${unit}`,
                      },
                    ]}
                  />
                </Card>
              )}
              <LiveRegion isUrgent>
                {send.error !== undefined && (
                  <Notice tone={isUnknown ? 'warning' : 'danger'}>
                    {isUnknown ? t('transfer.unknown') : errorText(send.error)}
                  </Notice>
                )}
              </LiveRegion>
              <Button type="submit" size="lg" isBlock isBusy={send.isBusy} disabled={problem !== undefined}>
                {problem !== undefined ? problemText(problem) : isUnknown ? t('transfer.sendAgain') : t('transfer.submit')}
              </Button>
            </Stack>
          </form>
        );
      }}
    </Form>
  );
}
