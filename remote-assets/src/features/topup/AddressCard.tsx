/** The person's address on a network: asked for each time, kept nowhere. Mount it anew for another asset or network. */
import { useEffect, useState } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { asAppError, type AppError } from '@tessera/shared/errors';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { QrCode } from '@tessera/shared/qr';
import { useApi, useDialogs } from '@tessera/shared/react';
import { Button, Card, Copy, KeyValueList, LiveRegion, Notice, SkeletonRows, Stack } from '@tessera/shared/ui';
import styles from './TopUp.module.css';

type Network = EndpointResponse<'topUpAddress'>['networks'][number];
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
  const [answer, setAnswer] = useState<Network | AppError>();

  useEffect(() => {
    const leaving = new AbortController();
    onShown(false);
    api.call('topUpAddress', { asset, network }, { signal: leaving.signal, toastErrors: false }).then(
      ({ networks }) => {
        const own = networks.find((one) => one.network === network);
        if (leaving.signal.aborted) return;
        setAnswer(own);
        onShown(own?.address !== undefined && own.address !== null);
      },
      (failure: unknown) => {
        if (!leaving.signal.aborted) setAnswer(asAppError(failure, 'REQUEST_EXCEPTION'));
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
  if (answer?.address == null) return <SkeletonRows count={4} />;
  return <ShownAddress asset={asset} network={answer} address={answer.address} />;
}

function ShownAddress({
  asset,
  network,
  address,
}: {
  readonly asset: string;
  readonly network: Network;
  readonly address: string;
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
