/** The person's address on a network: asked for each time, checked, kept nowhere. Mount it anew for another asset or network. */
import { useEffect, useState } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { QrCode } from '@tessera/shared/qr';
import { useApi, useDialogs, useRemoteContext, withLaterParts } from '@tessera/shared/react';
import { Button, Card, Copy, KeyValueList, LiveRegion, Notice, SkeletonRows, Stack } from '@tessera/shared/ui';
import { checkAddress, type AddressCheck } from './checkAddress';
import styles from './TopUp.module.css';

type Network = EndpointResponse<'topUpAddress'>['networks'][number];
interface Shown {
  readonly own: Network;
  readonly check: AddressCheck | undefined;
}
const shownStrong = 6;

export function AddressCard({
  asset,
  network,
  onShown,
}: {
  readonly asset: string;
  readonly network: string;
  /** The address stands there: it can be paid to. */
  readonly onShown: (isShown: boolean) => void;
}) {
  const { t } = useTranslation('topup');
  const api = useApi();
  const errorText = useErrorText();
  const [turn, setTurn] = useState(0);
  const context = useRemoteContext();
  const [answer, setAnswer] = useState<Shown | AppError>();

  useEffect(() => {
    const leaving = new AbortController();
    onShown(false);
    const { signal } = leaving;
    const ask = async (): Promise<Shown | undefined> => {
      const { networks } = await api.call('topUpAddress', { asset, network }, { signal, toastErrors: false });
      const own = networks.find((one) => one.network === network);
      return own && { own, check: await withLaterParts(context, () => checkAddress(context, own, signal)) };
    };
    ask().then(
      (found) => {
        if (signal.aborted) return;
        setAnswer(found);
        onShown(found?.own.address != null && found.check?.isGood !== false);
      },
      (failure: unknown) => {
        if (!signal.aborted) setAnswer(asAppError(failure, 'REQUEST_EXCEPTION'));
      },
    );
    return () => leaving.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is asked for once for each of these, whoever listens
  }, [api, asset, network, turn]);

  if (answer instanceof Error)
    return (
      <Stack gap={3}>
        <Notice tone="danger">{errorText(answer)}</Notice>
        <Button
          variant="secondary"
          isBlock
          onClick={() => {
            setAnswer(undefined);
            setTurn(turn + 1);
          }}
        >
          {t('again')}
        </Button>
      </Stack>
    );
  if (answer?.own.address == null) return <SkeletonRows count={4} />;
  const { own, check } = answer;
  if (check?.isGood === false) return <Notice tone="danger">{t('check.wrong')}</Notice>;
  return <ShownAddress asset={asset} network={own} address={answer.own.address} sinceMs={check?.sinceMs} />;
}

function ShownAddress({
  asset,
  network,
  address,
  sinceMs,
}: {
  readonly asset: string;
  readonly network: Network;
  readonly address: string;
  /** Of the key that it was checked against; undefined: it comes from a list. */
  readonly sinceMs: number | undefined;
}) {
  const { t } = useTranslation('topup');
  const { t: tCommon } = useTranslation('common');
  const dialogs = useDialogs();
  const format = useFormat();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setIsCopied(true);
    dialogs.toast(tCommon('action.copied'), { tone: 'success' });
  };
  return (
    <Card as="section">
      <Stack gap={3}>
        <Notice tone="warning">{t('warning', { asset, network: network.name })}</Notice>
        <QrCode value={address} title={t('qr')} />
        <div role="group" className={styles.address} aria-label={t('address', { network: network.name })}>
          <strong>{address.slice(0, shownStrong)}</strong>
          {address.slice(shownStrong, -shownStrong)}
          <strong>{address.slice(-shownStrong)}</strong>
        </div>
        {sinceMs !== undefined && <p className={styles.checked}>{t('check.good', { date: format.date(sinceMs) })}</p>}
        <Button isBlock icon={Copy} variant="secondary" onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <LiveRegion>{isCopied ? tCommon('action.copied') : ''}</LiveRegion>
        <KeyValueList
          items={[
            { key: 'min', label: t('min'), value: `${format.figure(network.min)} ${asset}`, isStrong: true },
            { key: 'confirmations', label: t('confirmations'), value: format.figure(String(network.confirmations)) },
            { key: 'time', label: t('time'), value: t('minutes', { minutes: format.figure(String(network.minutes)) }) },
          ]}
        />
      </Stack>
    </Card>
  );
}
