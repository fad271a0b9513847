import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { PictureField } from '@tessera/shared/pictures';
import { Button, Stack } from '@tessera/shared/ui';

/** A place for a picture; `id` is undefined as long as it was not sent. */
export interface PicturePlace {
  readonly key: number;
  readonly id: string | undefined;
}
const most = 6;

/** One place after the other: the next one comes when all are filled. */
export function PaymentPictures({
  places,
  onChange,
  isDisabled,
}: {
  readonly places: readonly PicturePlace[];
  readonly onChange: (change: (before: readonly PicturePlace[]) => readonly PicturePlace[]) => void;
  readonly isDisabled: boolean;
}) {
  const { t } = useTranslation('topup');
  const format = useFormat();
  const next = Math.max(...places.map(({ key }) => key)) + 1;
  // Another key is another field: the picture that was sent is forgotten.
  const without = (key: number) => (before: readonly PicturePlace[]) =>
    before.length > 1 ? before.filter((one) => one.key !== key) : [{ key: next, id: undefined }];
  return (
    <>
      {places.map(({ key, id }, index) => (
        <Stack key={key} gap={2}>
          <PictureField
            label={t('picture', { n: format.figure(String(index + 1)) })}
            hint={t('pictureHint')}
            purpose="topup"
            field={`payment-${key}`}
            value={id}
            problem={undefined}
            onChange={(sent) => onChange((before) => before.map((one) => (one.key === key ? { key, id: sent } : one)))}
          />
          {(places.length > 1 || id !== undefined) && (
            <Button variant="quiet" isBlock disabled={isDisabled} onClick={() => onChange(without(key))}>
              {t('remove', { n: format.figure(String(index + 1)) })}
            </Button>
          )}
        </Stack>
      ))}
      {places.length < most && places.every(({ id }) => id !== undefined) && (
        <Button variant="secondary" isBlock onClick={() => onChange((before) => [...before, { key: next, id: undefined }])}>
          {t('another')}
        </Button>
      )}
    </>
  );
}
