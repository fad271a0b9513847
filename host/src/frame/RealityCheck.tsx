import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { timer, useTranslation } from '@tessera/shared/kernel';
import { amount } from '@tessera/shared/money';
import { useLive } from '@tessera/shared/react';
import { AfterOtherSheets, AmountText, Button, KeyValueList, Sheet, Stack } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';

type Sitting = EndpointResponse<'sitting'>;
const limitsPath = '/pages/user/limits';
/** The app is up and shown first. */
const startAfterMs = 15_000;
const everyMs = 60_000;
const soonMs = 600_000;

/**
 * Somebody trades with real money: each minute that he looks at the app the server is told, and each half hour it has him shown how
 * long he has been at it, and what it brought or cost. Shown after any question that is open.
 */
export function RealityCheck(): ReactNode {
  const { api, navigation, session } = useHost();
  const { t } = useTranslation('host');
  const format = useFormat();
  const { sitting, close } = useSitting();
  if (sitting === undefined) return null;
  const goOn = () => {
    close();
    void api.call('sitting', { isChecked: true }, { toastErrors: false }).catch(() => undefined);
  };
  return (
    <AfterOtherSheets>
      <Sheet
        isOpen
        onClose={goOn}
        title={t('reality.title')}
        footer={
          <Stack gap={2}>
            <Button size="lg" isBlock onClick={goOn}>
              {t('reality.continue')}
            </Button>
            <Button
              size="lg"
              variant="secondary"
              isBlock
              onClick={() => {
                goOn();
                navigation.navigate(limitsPath);
              }}
            >
              {t('reality.break')}
            </Button>
            <Button
              size="lg"
              variant="quiet"
              isBlock
              onClick={() => {
                close();
                void session.signOut();
              }}
            >
              {t('reality.signOut')}
            </Button>
          </Stack>
        }
      >
        <KeyValueList
          items={[
            { key: 'time', label: t('reality.time'), value: format.span(sitting.nowMs - sitting.startedAtMs) },
            {
              key: 'result',
              label: t('reality.result'),
              value: (
                <AmountText amount={amount(sitting.result)} asset={sitting.asset} leastScale={2} sign="always" tone="profit" />
              ),
              isStrong: true,
            },
          ]}
        />
      </Sheet>
    </AfterOtherSheets>
  );
}

/** What is to be shown now. */
function useSitting(): { readonly sitting: Sitting | undefined; close(): void } {
  const { api, dialogs, session } = useHost();
  const { t } = useTranslation('host');
  const { isSignedIn, mode, generation } = useLive(session.state);
  const isReal = isSignedIn && mode === 'real';
  const [due, setDue] = useState<{ readonly of: number; readonly sitting: Sitting } | undefined>(undefined);
  const onAnswer = useRef<(sitting: Sitting) => void>(() => undefined);
  const told = useRef<'soon' | 'over' | undefined>(undefined);
  useEffect(() => {
    onAnswer.current = (sitting) => {
      if (sitting.isCheckDue) setDue({ of: generation, sitting });
      const { timeLeftMs } = sitting;
      const now = timeLeftMs === null || timeLeftMs > soonMs ? undefined : timeLeftMs === 0 ? 'over' : 'soon';
      if (now !== undefined && now !== told.current) {
        dialogs.toast(t(`reality.${now}`, { minutes: String(Math.ceil((timeLeftMs ?? 0) / 60_000)) }), { tone: 'info' });
      }
      told.current = now;
    };
  });
  useEffect(() => {
    if (!isReal) return undefined;
    const asking = timer(startAfterMs, everyMs).subscribe(() => {
      if (document.visibilityState !== 'visible') return;
      api.call('sitting', {}, { toastErrors: false }).then(
        (sitting) => onAnswer.current(sitting),
        // Asked again in a minute.
        () => undefined,
      );
    });
    return () => asking.unsubscribe();
  }, [api, isReal, generation]);
  return { sitting: isReal && due?.of === generation ? due.sitting : undefined, close: () => setDue(undefined) };
}
