import { useEffect, useRef, useState } from 'react';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { liabilityVerdict, type LiabilityCheck, type LiabilityVerdict } from '@tessera/shared/fairness';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useRemoteContext, useSessionState, withLaterParts } from '@tessera/shared/react';
import {
  Button,
  Card,
  CheckList,
  Download,
  LiveRegion,
  Notice,
  saveJson,
  ShieldCheck,
  Stack,
  type NoticeTone,
} from '@tessera/shared/ui';
import type { OwnLiability } from './checkOwnLiability';

const judging = () => import(/* webpackChunkName: "liability-check" */ './checkOwnLiability');

const tones: Readonly<Record<LiabilityVerdict, NoticeTone>> = {
  ...{ counted: 'success', notCounted: 'danger', wrong: 'danger', noAccountYet: 'info', waiting: 'info' },
};

/** Fetches the person's own part of a day when he asks, checks it on this device, and shows each step. */
export function OwnCheck({ day }: { readonly day: string }) {
  const { t } = useTranslation('liabilities');
  const context = useRemoteContext();
  const { userId } = useSessionState();
  const errorText = useErrorText();
  const [own, setOwn] = useState<OwnLiability>();
  const [error, setError] = useState<AppError>();
  const [isBusy, setBusy] = useState(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  async function check() {
    setBusy(true);
    setError(undefined);
    try {
      const done = await withLaterParts(context, async () => {
        const { checkOwnLiability } = await judging();
        return checkOwnLiability(day, userId ?? '', context);
      });
      if (isShown.current) setOwn(done);
    } catch (failure) {
      if (isShown.current) setError(asAppError(failure, 'REQUEST_EXCEPTION'));
    }
    if (isShown.current) setBusy(false);
  }

  return (
    <Stack gap={3}>
      <LiveRegion>
        {error !== undefined && <Notice tone="danger">{errorText(error)}</Notice>}
        {own !== undefined && <Verdict own={own} />}
      </LiveRegion>
      {own !== undefined && (
        <Card>
          <CheckList
            label={t('steps')}
            checks={own.checks.map(({ name, state, stated, computed }) => ({
              ...{ key: name, state, name: t(`step.${name}`), stateText: t(`step.state.${state}`) },
              values: [t('step.stated', { value: stated }), t('step.computed', { value: computed })],
            }))}
          />
        </Card>
      )}
      <Button isBlock size="lg" icon={ShieldCheck} isBusy={isBusy} onClick={() => void check()}>
        {t('check', { day })}
      </Button>
      {own !== undefined && (
        <Button variant="secondary" isBlock icon={Download} onClick={() => saveJson(`tessera-liability-${day}`, own.file)}>
          {t('save')}
        </Button>
      )}
    </Stack>
  );
}

function Verdict({ own: { checks } }: { readonly own: OwnLiability }) {
  const { t } = useTranslation('liabilities');
  const isContradicted = checks.some(({ name, state }) => name === 'kept' && state === 'failed');
  const own = checks.filter((check): check is LiabilityCheck => check.name !== 'kept');
  const verdict = isContradicted ? 'wrong' : liabilityVerdict(own);
  return (
    <Notice tone={tones[verdict]} title={t(`verdict.${verdict}`)}>
      {t(`verdict.${verdict}Hint`)}
    </Notice>
  );
}
