import type { EndpointResponse, IdentityField } from '@tessera/shared/contract';
import { PictureField } from '@tessera/shared/pictures';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Notice, Stack } from '@tessera/shared/ui';
import { FormProblem } from '@tessera/shared/step-up';
import { useIdentityForm } from '../../components/identity/useIdentityForm';

type Side = Extract<IdentityField, 'frontUploadId' | 'backUploadId'>;
type Papers = Readonly<Record<Side, string | undefined>>;

const nothing: Papers = { frontUploadId: undefined, backUploadId: undefined };

/** Two pictures. After a rejection only those that did not pass are asked for. */
export function PapersForm({ info: { rejection } }: { readonly info: EndpointResponse<'realInfo'> }) {
  const { t } = useTranslation('account');
  const redo = rejection?.step === 'advanced' && rejection.fields.length > 0 ? rejection.fields : undefined;
  const isAsked = (side: Side): boolean => redo === undefined || redo.includes(side);
  const missing = (side: Side, value: string | undefined) =>
    isAsked(side) && value === undefined ? ('pictureMissing' as const) : undefined;
  const form = useIdentityForm({
    initial: nothing,
    problemsOf: ({ frontUploadId, backUploadId }: Papers) => ({
      frontUploadId: missing('frontUploadId', frontUploadId),
      backUploadId: missing('backUploadId', backUploadId),
    }),
    toRequest: ({ frontUploadId, backUploadId }) => ({
      step: 'advanced' as const,
      ...(frontUploadId === undefined ? {} : { frontUploadId }),
      ...(backUploadId === undefined ? {} : { backUploadId }),
    }),
    fieldOf: {},
  });
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>{t('identity.advancedBody')}</p>
        {isAsked('frontUploadId') && (
          <PictureField label={t('identity.front')} purpose="paper" field="front" {...form.bind('frontUploadId')} />
        )}
        {isAsked('backUploadId') && (
          <PictureField label={t('identity.back')} purpose="paper" field="back" {...form.bind('backUploadId')} />
        )}
        <Notice>{t('identity.advancedPrivacy')}</Notice>
        <FormProblem text={form.problem} />
        <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
          {t('identity.submit')}
        </Button>
      </Stack>
    </form>
  );
}
