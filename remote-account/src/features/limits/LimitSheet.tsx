import type { LimitsView, ShownLimit } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, compare } from '@tessera/shared/money';
import { useDialogs, useEndpointForm } from '@tessera/shared/react';
import { Button, Sheet, Stack, TextField } from '@tessera/shared/ui';
import { FormProblem, StepUpSheet } from '@tessera/shared/step-up';

interface LimitSheetProps {
  readonly limit: ShownLimit;
  readonly asset: LimitsView['asset'];
  readonly onClose: () => void;
}

const moneyScale = 2;
const minutesADay = amount('1440');

/** One limit: lower at once; for a higher one the server asks who it is, and lets a day pass. */
export function LimitSheet({ limit: { kind, most }, asset, onClose }: LimitSheetProps) {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  const format = useFormat();
  const isTime = kind === 'time';
  /** null: no limit; undefined: not to be read. */
  function read(text: string): string | null | undefined {
    if (text.trim() === '') return null;
    const typed = format.parseTyped(text, isTime ? 0 : moneyScale);
    if (!typed.ok || compare(amount(typed.value), amount('0')) < 0) return undefined;
    return isTime && compare(amount(typed.value), minutesADay) > 0 ? undefined : typed.value;
  }
  const form = useEndpointForm('setLimit', {
    initial: { most: most === null ? '' : format.forInput(most) },
    problemsOf: (values) => ({ most: read(values.most) === undefined ? (isTime ? 'time' : 'money') : undefined }),
    problemText: (problem: 'time' | 'money') => t(`limits.problem.${problem}`),
    toRequest: (values) => ({ kind, most: read(values.most) ?? null }),
    refreshes: ['limits'],
    onDone(view) {
      const coming = view.limits.find((one) => one.kind === kind)?.coming;
      const said = coming ? t('limits.asked', { at: format.dateTime(coming.fromMs) }) : t('limits.saved');
      dialogs.toast(said, { tone: 'success' });
      onClose();
    },
  });
  return (
    <>
      <Sheet
        isOpen={!form.proof.isOpen}
        title={t(`limits.kind.${kind}`)}
        description={t(`limits.about.${kind}`)}
        canClose={!form.isBusy}
        onClose={onClose}
      >
        <form {...form.props}>
          <Stack gap={4}>
            <TextField
              label={isTime ? t('limits.time') : t('limits.money', { asset })}
              hint={t('limits.empty')}
              inputMode={isTime ? 'numeric' : 'decimal'}
              autoComplete="off"
              {...form.bind('most')}
            />
            <FormProblem text={form.problem} />
            <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
              {t('limits.save')}
            </Button>
          </Stack>
        </form>
      </Sheet>
      <StepUpSheet form={form} what={t('limits.what')} purpose="limits" />
    </>
  );
}
