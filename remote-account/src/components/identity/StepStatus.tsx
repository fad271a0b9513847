import type { IdentityField, IdentityStep } from '@tessera/shared/contract';
import { languageTag, useFormat, useLanguage } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Card, KeyValueList, LiveRegion, Notice, Stack, type KeyValue } from '@tessera/shared/ui';
import type { RealInfo } from './IdentityPage';
import { fieldLabels } from './fieldLabels';

/** What became of a step that was applied for: that it is under review, done, or why it did not pass and what to do again. */
export function StepStatus({ info, step }: { readonly info: RealInfo; readonly step: IdentityStep }) {
  const { t } = useTranslation('account');
  const status = info[step];
  const rejection = info.rejection?.step === step ? info.rejection : undefined;
  return (
    <Stack gap={4}>
      <LiveRegion>
        {status === 'under_review' && (
          <Notice tone="info" title={t('centre.verificationReview')}>
            {t('identity.reviewBody')}
          </Notice>
        )}
        {status === 'certified' && (
          <Notice tone="success" title={t('centre.verificationAdvanced')}>
            {t('identity.certifiedBody')}
          </Notice>
        )}
        {rejection !== undefined && (
          <Notice tone="danger" title={t('identity.notPassed')}>
            {rejection.reason}
            <Redo fields={rejection.fields} />
          </Notice>
        )}
      </LiveRegion>
      {status !== 'not_certified' && <Said info={info} step={step} />}
    </Stack>
  );
}

function Redo({ fields }: { readonly fields: readonly IdentityField[] }) {
  const { t } = useTranslation('account');
  const list = new Intl.ListFormat(languageTag(useLanguage()), { type: 'conjunction' });
  if (fields.length === 0) return null;
  return <p>{t('identity.rejectedFields', { fields: list.format(fields.map((field) => t(fieldLabels[field]))) })}</p>;
}

/** What was handed in, with the end of the number only. */
function Said({ info, step }: { readonly info: RealInfo; readonly step: IdentityStep }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const names = new Intl.DisplayNames([languageTag(useLanguage())], { type: 'region' });
  const { country, firstName, lastName, idType, idNumberMasked, addressMasked, askedAtMs } = info;
  const said = {
    firstName,
    lastName,
    country: country === null ? null : names.of(country),
    idType: idType === null ? null : t(`identity.type.${idType}`),
    idNumber: idNumberMasked,
    address: addressMasked,
  };
  const items = Object.entries(step === 'primary' ? said : {}).flatMap(([field, value]): KeyValue[] =>
    value == null ? [] : [{ key: field, label: t(fieldLabels[field as IdentityField]), value }],
  );
  const isLast = step === 'advanced' || info.advanced === 'not_certified';
  if (askedAtMs !== null && isLast) items.push({ key: 'at', label: t('identity.sentAt'), value: format.dateTime(askedAtMs) });
  return (
    items.length > 0 && (
      <Card>
        <KeyValueList items={items} />
      </Card>
    )
  );
}
