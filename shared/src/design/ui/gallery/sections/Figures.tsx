import {
  ActionTile,
  ActionTiles,
  AmountText,
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  AssetIcon,
  Badge,
  Card,
  ChangePill,
  ChangeText,
  DemoMark,
  PriceText,
  ProgressRing,
  Repeat,
  Row,
  Sparkline,
  Stack,
} from '../../index';
import { Section } from './Section';
import { assets, markets, words } from '../samples';
import styles from '../Gallery.module.css';

export function Figures() {
  return (
    <Section title={words.figures}>
      <Card padding="lg">
        <Stack gap={3}>
          <Row align="between">
            <span className={styles.quiet}>{words.total}</span>
            <DemoMark />
          </Row>
          <AmountText amount="10482.357" scale={2} size="3xl" />
          <Row gap={3}>
            <AmountText amount="182.4" asset="USDT" scale={2} tone="profit" />
            <ChangeText rate="0.0177" />
          </Row>
          <ActionTiles>
            <ActionTile icon={ArrowDownLeft} label={words.topup} onSelect={() => undefined} />
            <ActionTile icon={ArrowUpRight} label={words.withdraw} onSelect={() => undefined} disabled />
            <ActionTile icon={ArrowLeftRight} label={words.transfer} onSelect={() => undefined} />
            <ActionTile icon={Repeat} label={words.exchange} onSelect={() => undefined} />
          </ActionTiles>
        </Stack>
      </Card>
      <Row align="between">
        <PriceText price="61230.5" scale={2} size="2xl" tone="up" />
        <Sparkline points={markets[0].line} tone="up" width={120} height={40} isFilled />
      </Row>
      <Row align="between">
        <AmountText amount={undefined} asset="USDT" size="lg" />
        <AmountText amount="5" asset="USDT" isHidden size="lg" />
      </Row>
      <Row align="between">
        <ChangePill rate="0.0231" />
      </Row>
      <Row align="between">
        <ChangePill rate="-0.1234" />
        <ChangePill rate="0" />
        <ChangePill rate={null} />
      </Row>
      <Row gap={4} align="between">
        <ProgressRing fraction={0.7}>
          <span className={styles.clock}>00:42</span>
          <br />
          <span className={styles.quiet}>{words.left}</span>
        </ProgressRing>
        <ProgressRing fraction={0.25} tone="up" size={72}>
          <b>00:15</b>
        </ProgressRing>
        <ProgressRing fraction={0.08} tone="warning" size={44}>
          <small>5</small>
        </ProgressRing>
      </Row>
      <Row gap={2} className={styles.wrap}>
        {assets.map((asset) => (
          <AssetIcon key={asset} of={asset} size={40} />
        ))}
      </Row>
      <Row gap={2} className={styles.wrap}>
        <Badge>10x</Badge>
        <Badge tone="accent">100x</Badge>
        <Badge tone="up">{words.long}</Badge>
        <Badge tone="down">{words.short}</Badge>
        <Badge tone="warning">{words.closed}</Badge>
        <Badge tone="danger">{words.danger}</Badge>
        <Badge tone="success">{words.success}</Badge>
        <Badge tone="demo">dUSDT</Badge>
        <DemoMark />
      </Row>
    </Section>
  );
}
