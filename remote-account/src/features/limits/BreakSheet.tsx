import { coolOffDays, exclusionDays } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointForm } from '@tessera/shared/react';
import { Button, Notice, SelectField, Sheet, Stack } from '@tessera/shared/ui';
import { FormProblem, StepUpSheet } from '@tessera/shared/step-up';

const choices = [...coolOffDays, ...exclusionDays];
type Days = (typeof choices)[number];

/** A time without new orders, which cannot be ended early. For a long one the server asks who it is. */
export function BreakSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  const form = useEndpointForm('takeBreak', {
    initial: { days: '1' },
    problemsOf: () => ({}),
    problemText: String,
    toRequest: ({ days }) => ({ days: Number.parseInt(days, 10) }),
    refreshes: ['limits'],
    onDone() {
      dialogs.toast(t('limits.break.done'), { tone: 'success' });
      onClose();
    },
  });
  const nameOf = (days: Days) => t(`limits.break.days.d${days}`);
  const chosen = choices.find((days) => String(days) === form.values.days) ?? coolOffDays[0];
  return (
    <>
      <Sheet isOpen={!form.proof.isOpen} title={t('limits.break.title')} canClose={!form.isBusy} onClose={onClose}>
        <form {...form.props}>
          <Stack gap={4}>
            <Notice tone="warning">{t('limits.break.hint')}</Notice>
            <SelectField
              label={t('limits.break.length')}
              options={choices.map((days) => ({ value: String(days), label: nameOf(days) }))}
              {...form.bind('days')}
            />
            <FormProblem text={form.problem} />
            <Button type="submit" size="lg" variant="danger" isBlock isBusy={form.isBusy}>
              {t('limits.break.start')}
            </Button>
          </Stack>
        </form>
      </Sheet>
      <StepUpSheet form={form} what={t('limits.whatBreak', { time: nameOf(chosen) })} purpose="limits" />
    </>
  );
}
