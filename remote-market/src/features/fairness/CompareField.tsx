import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useRemoteContext } from '@tessera/shared/react';
import { Button, Stack, TextField } from '@tessera/shared/ui';
import { readSeal, type Seal } from './sealLink';
import { SentSeal } from './SentSeal';

/** The seal of somebody else, as it was read out or sent: beside our own of that minute. */
export function CompareField() {
  const { t } = useTranslation('fairness');
  const { clock } = useRemoteContext();
  const [text, setText] = useState('');
  const [seal, setSeal] = useState<Seal | 'none' | undefined>(undefined);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSeal(readSeal(text, clock.now()) ?? 'none');
      }}
    >
      <Stack gap={2}>
        <TextField
          label={t('theirs')}
          problem={seal === 'none' ? t('noCode') : undefined}
          value={text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(next) => {
            setText(next);
            setSeal(undefined);
          }}
        />
        <Button type="submit" variant="secondary" isBlock disabled={text.trim() === ''}>
          {t('compareCode')}
        </Button>
        {seal !== undefined && seal !== 'none' && <SentSeal sent={seal} />}
      </Stack>
    </form>
  );
}
