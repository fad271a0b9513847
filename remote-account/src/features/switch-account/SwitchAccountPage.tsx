import { useEffect, useState } from 'react';
import { accountMode, type AccountMode } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import { Badge, Button, Card, DemoMark, EmptyState, Page, PageHeader, Repeat, Row, Stack } from '@tessera/shared/ui';
import styles from './SwitchAccountPage.module.css';

/** Real or demo. The host clears all money state before it paints the other account. */
export function SwitchAccountPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const session = useSession();
  const dialogs = useDialogs();
  const { isSignedIn, mode } = useSessionState();
  const [going, setGoing] = useState<AccountMode | undefined>(undefined);
  const title = t('switch.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);

  async function use(next: AccountMode) {
    setGoing(next);
    try {
      await session.switchMode(next);
      dialogs.toast(t('switch.done', { account: t(`switch.${next}`) }), { tone: 'success' });
    } catch (failure) {
      dialogs.toastError(asAppError(failure, 'PLEASE_RETRY'));
    } finally {
      setGoing(undefined);
    }
  }

  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      {!isSignedIn ? (
        <EmptyState
          icon={Repeat}
          title={t('centre.visitor')}
          action={<Button onClick={() => session.requestLogin()}>{t('login.submit')}</Button>}
        />
      ) : (
        <Stack gap={4}>
          <p className={styles.body}>{t('switch.body')}</p>
          {accountMode.options.map((option) => (
            <Card key={option} as="section" padding="lg">
              <Stack gap={3}>
                <Row align="between">
                  <h2 className={styles.name}>{t(`switch.${option}`)}</h2>
                  {option === mode ? (
                    <Badge tone="success">{t('switch.current')}</Badge>
                  ) : option === 'demo' ? (
                    <DemoMark />
                  ) : null}
                </Row>
                <p className={styles.body}>{t(`switch.${option}Body`)}</p>
                {option !== mode && (
                  <Button
                    isBlock
                    variant="secondary"
                    isBusy={going === option}
                    disabled={going !== undefined}
                    onClick={() => void use(option)}
                  >
                    {going === option ? t('switch.switching') : t('switch.use')}
                  </Button>
                )}
              </Stack>
            </Card>
          ))}
        </Stack>
      )}
    </Page>
  );
}
