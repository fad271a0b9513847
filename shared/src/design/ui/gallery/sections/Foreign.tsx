import { AmountText, AssetIcon, Button, ListRow, Row, Stack } from '../../index';
import { Section } from './Section';
import { foreign, words } from '../samples';

export function Foreign() {
  return (
    <Section title={words.languages}>
      {foreign.map(({ lang, title, detail, action }) => (
        <div key={lang} lang={lang}>
          <Stack gap={2}>
            <ListRow
              lead={<AssetIcon of="BTC" />}
              title={title}
              detail={detail}
              value={<AmountText amount="12345.67" scale={2} />}
              onSelect={() => undefined}
            />
            <Row isEven gap={3}>
              <Button variant="secondary">{title}</Button>
              <Button>{action}</Button>
            </Row>
          </Stack>
        </div>
      ))}
    </Section>
  );
}
