import { passwordLength } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import type { BoundField } from '@tessera/shared/react';
import { PasswordField } from '@tessera/shared/ui';

interface NewPasswordFieldsProps {
  readonly labels: { readonly first: string; readonly again: string };
  readonly password: BoundField<string>;
  readonly passwordAgain: BoundField<string>;
}

/** A new password and its repetition. */
export function NewPasswordFields({ labels, password, passwordAgain }: NewPasswordFieldsProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PasswordField
        label={labels.first}
        hint={t('register.passwordHint', { min: passwordLength.min, max: passwordLength.max })}
        {...password}
        autoComplete="new-password"
      />
      <PasswordField label={labels.again} {...passwordAgain} autoComplete="new-password" />
    </>
  );
}
