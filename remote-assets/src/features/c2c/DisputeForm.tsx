import { useRef, useState } from 'react';
import { c2cLimits } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointAction } from '@tessera/shared/react';
import { Button, Stack, TextField } from '@tessera/shared/ui';

/** What was paid and is not released: customer service decides, and the order stands in the conversation with it. */
export function DisputeForm({ id }: { readonly id: string }) {
  const { t } = useTranslation('c2c');
  const dialogs = useDialogs();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const keys = useRef(new Map<string, string>());
  const dispute = useEndpointAction('c2cDispute', { refreshes: ['c2cOrders', 'serviceConversation'] });
  const said = text.trim();

  async function send() {
    const key = keys.current.get(said) ?? crypto.randomUUID();
    keys.current.set(said, key);
    if ((await dispute.run({ id, text: said }, key)) !== undefined) dialogs.toast(t('stage.disputed'), { tone: 'success' });
  }

  if (!isOpen)
    return (
      <Button variant="quiet" isBlock onClick={() => setIsOpen(true)}>
        {t('dispute')}
      </Button>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (said !== '' && !dispute.isBusy) void send();
      }}
    >
      <Stack gap={3}>
        <TextField
          label={t('disputeText')}
          name="dispute"
          value={text}
          onChange={setText}
          maxLength={c2cLimits.disputeText}
          disabled={dispute.isBusy}
        />
        <Button type="submit" variant="secondary" isBlock isBusy={dispute.isBusy} disabled={said === ''}>
          {t('disputeSend')}
        </Button>
      </Stack>
    </form>
  );
}
