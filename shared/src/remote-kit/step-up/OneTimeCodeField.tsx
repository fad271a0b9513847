import { useTranslation } from '@tessera/shared/kernel';
import { TextField } from '@tessera/shared/ui';

interface OneTimeCodeFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly problem: string | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** Six digits of the authenticator app, or a recovery code with its letters: so one plain field, not six cells. */
export function OneTimeCodeField(props: OneTimeCodeFieldProps) {
  const { t } = useTranslation('stepUp');
  return (
    <TextField
      label={t('code')}
      hint={t('codeHint')}
      {...props}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      maxLength={20}
    />
  );
}
