import {
  AssetIcon,
  Avatar,
  Badge,
  Button,
  Card,
  ChangeText,
  directionOf,
  List,
  ListRow,
  PriceText,
  Row,
  SectionHeading,
  Sparkline,
  Stack,
  VirtualList,
} from '../../index';
import { assets, markets, words } from '../samples';
import styles from '../Gallery.module.css';

export function Lists() {
  const hundred = Array.from({ length: 100 }, (_, index) => `${assets[index % assets.length] ?? 'BTC'} ${index + 1}`);
  return (
    <section aria-label={words.lists}>
      <SectionHeading
        action={
          <Button variant="quiet" size="sm">
            {words.seeAll}
          </Button>
        }
      >
        {words.heading}
      </SectionHeading>
      <Card padding="none">
        <List>
          {markets.map(({ symbol, volume, price, digits, rate, line }) => (
            <ListRow
              key={symbol}
              lead={<AssetIcon of={symbol} />}
              title={symbol}
              detail={symbol === 'XAU-USD' ? <Badge tone="warning">{words.closed}</Badge> : volume}
              value={
                <Row gap={3}>
                  <Sparkline points={line} tone={directionOf(rate) ?? 'neutral'} width={56} height={24} />
                  <Stack gap={1} className={styles.ends}>
                    <PriceText price={price} scale={digits} />
                    <ChangeText rate={rate} />
                  </Stack>
                </Row>
              }
              onSelect={() => undefined}
            />
          ))}
          <ListRow lead={<Avatar name="Mina" />} title="mina@example.org" detail="ID 100023" onSelect={() => undefined} />
        </List>
      </Card>
      <SectionHeading>{words.list}</SectionHeading>
      <Card padding="none" className={styles.window}>
        <VirtualList
          label={words.list}
          items={hundred}
          rowHeight={60}
          keyOf={(item) => item}
          renderRow={(item) => <ListRow lead={<AssetIcon of={item.split(' ')[0] ?? item} />} title={item} value="1.00" />}
        />
      </Card>
    </section>
  );
}
