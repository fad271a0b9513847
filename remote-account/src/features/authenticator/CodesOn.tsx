import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpoint, useEndpointForm } from '@tessera/shared/react';
import { Badge, Button, Card, Row, Stack } from '@tessera/shared/ui';
import { FormProblem, StepUpSheet } from '@tessera/shared/step-up';

/** How long nothing is withdrawn after codes were turned off; the server says it to the person again. */
const holdHours = 24;
const nothing = {
  initial: {},
  problemsOf: () => ({}),
  problemText: () => '',
  proof: 'stepUp',
  refreshes: ['userInfo', 'totp'],
} as const;

interface CodesOnProps {
  readonly onRenewed: (recoveryCodes: readonly string[]) => void;
}

/** What can be done once codes are on; both with password and code. */
export function CodesOn({ onRenewed }: CodesOnProps) {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  const { data: codes } = useEndpoint('totp', { action: 'get' });
  const renew = useEndpointForm('totp', {
    ...nothing,
    toRequest: () => ({ action: 'recovery' as const }),
    onDone: ({ recoveryCodes }) => onRenewed(recoveryCodes ?? []),
  });
  const turnOff = useEndpointForm('totp', {
    ...nothing,
    toRequest: () => ({ action: 'remove' as const }),
    onDone: () => dialogs.toast(t('oneTimeCodes.offDone'), { tone: 'success' }),
  });
  return (
    <Stack gap={4}>
      <Card>
        <Row align="between" gap={2}>
          <Badge tone="accent">{t('settings.isOn')}</Badge>
          {codes !== undefined && <span>{t('oneTimeCodes.recoveryLeft', { count: codes.recoveryLeft })}</span>}
        </Row>
      </Card>
      <FormProblem text={renew.problem ?? turnOff.problem} />
      <form {...renew.props}>
        <Button type="submit" variant="secondary" size="lg" isBlock isBusy={renew.isBusy && !renew.proof.isOpen}>
          {t('oneTimeCodes.renew')}
        </Button>
      </form>
      <form {...turnOff.props}>
        <Button type="submit" variant="quiet" size="lg" isBlock isBusy={turnOff.isBusy && !turnOff.proof.isOpen}>
          {t('oneTimeCodes.turnOff')}
        </Button>
      </form>
      <StepUpSheet form={renew} what={t('oneTimeCodes.renewWhat')} purpose="one_time_codes" />
      <StepUpSheet form={turnOff} what={t('oneTimeCodes.turnOffWhat', { hours: holdHours })} purpose="one_time_codes" />
    </Stack>
  );
}
