import { useState } from 'react';
import { Button, KeyValueList, Notice, Row, Sheet, Stack } from '../../index';
import { Section } from './Section';
import { receipt, words } from '../samples';

export function Receipt() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={words.receipt}>
      <KeyValueList items={receipt} />
      <KeyValueList layout="grid" columns={3} items={receipt.slice(0, 3)} />
      <Button variant="secondary" isBlock onClick={() => setOpen(true)}>
        {words.openSheet}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.sheetTitle}
        description={words.sheetText}
        footer={
          <Row isEven gap={3}>
            <Button variant="secondary" size="lg" onClick={() => setOpen(false)}>
              {words.cancel}
            </Button>
            <Button variant="long" size="lg">
              {words.confirm}
            </Button>
          </Row>
        }
      >
        <Stack>
          <KeyValueList items={receipt} />
          <Notice title={words.infoTitle}>{words.info}</Notice>
        </Stack>
      </Sheet>
    </Section>
  );
}
