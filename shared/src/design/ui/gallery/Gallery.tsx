/**
 * The development page that shows every part in every state. Themes are switched on the page itself; the figures are
 * fixed, so that two screenshots differ only where the parts do.
 */
import { useState, type ReactNode } from 'react';
import {
  ActionTile,
  ActionTiles,
  AmountField,
  AmountText,
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  AssetIcon,
  Avatar,
  Badge,
  Banner,
  BrandMark,
  Bell,
  Button,
  Card,
  ChangePill,
  ChangeText,
  directionOf,
  Checkbox,
  Chips,
  CodeField,
  DemoMark,
  EmptyState,
  IconButton,
  KeyValueList,
  List,
  ListRow,
  LoadablePanel,
  Notice,
  OrderBook,
  Page,
  PageHeader,
  PasswordField,
  PercentSlider,
  PriceText,
  ProgressRing,
  Repeat,
  Row,
  SearchField,
  SectionHeading,
  Segmented,
  SelectField,
  Sheet,
  Skeleton,
  Sparkline,
  Stack,
  Star,
  StepperField,
  Switch,
  Tabs,
  TextField,
  TradesList,
  VirtualList,
  type Loadable,
} from '../index';
import { assets, book, colors, failure, foreign, markets, receipt, sampleInstantMs, words } from './samples';
import styles from './Gallery.module.css';

export function Gallery() {
  return (
    <Page header={<PageHeader title={words.title} actions={<IconButton label={words.bell} icon={Bell} badge={3} />} />}>
      <Stack gap={6}>
        <Row align="between">
          <BrandMark size={36} hasName />
          <BrandMark size={24} />
        </Row>
        <Switches />
        <Buttons />
        <Fields />
        <Choices />
        <Figures />
        <Lists />
        <Books />
        <Receipt />
        <Notices />
        <States />
        <Foreign />
        <Colors />
      </Stack>
    </Page>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <SectionHeading>{title}</SectionHeading>
      <Card>
        <Stack>{children}</Stack>
      </Card>
    </section>
  );
}

/** A switch of the page's root; the host owns these attributes everywhere else. */
function RootSwitch({
  label,
  attribute,
  options,
}: {
  readonly label: string;
  readonly attribute: 'theme' | 'up' | 'mode';
  readonly options: readonly { value: string; label: string }[];
}) {
  const [value, setValue] = useState(document.documentElement.dataset[attribute] ?? options[0]?.value);
  return (
    <Segmented
      size="sm"
      label={label}
      options={options}
      value={value}
      onChange={(next) => {
        document.documentElement.dataset[attribute] = next;
        setValue(next);
      }}
    />
  );
}

function Switches() {
  return (
    <Stack gap={2}>
      <RootSwitch
        label={words.theme}
        attribute="theme"
        options={[
          { value: 'light', label: words.light },
          { value: 'dark', label: words.dark },
        ]}
      />
      <Row isEven>
        <RootSwitch
          label={words.up}
          attribute="up"
          options={[
            { value: 'green', label: words.green },
            { value: 'red', label: words.red },
          ]}
        />
        <RootSwitch
          label={words.mode}
          attribute="mode"
          options={[
            { value: 'real', label: words.real },
            { value: 'demo', label: words.demo },
          ]}
        />
      </Row>
    </Stack>
  );
}

function Buttons() {
  return (
    <Section title={words.buttons}>
      <Row isEven gap={3}>
        <Button variant="long" size="lg" icon={ArrowUpRight} detail={words.get}>
          {words.long}
        </Button>
        <Button variant="short" size="lg" icon={ArrowDownLeft} detail={words.get}>
          {words.short}
        </Button>
      </Row>
      <Button isBlock size="lg">
        {words.primary}
      </Button>
      <Row isEven gap={3}>
        <Button variant="secondary">{words.secondary}</Button>
        <Button variant="danger">{words.danger}</Button>
      </Row>
      <Row isEven gap={3}>
        <Button isBusy>{words.busy}</Button>
        <Button variant="secondary" isBusy>
          {words.busy}
        </Button>
      </Row>
      <Button isBlock disabled>
        {words.disabled}
      </Button>
      <Row align="between" className={styles.wrap}>
        <Button variant="quiet">{words.quiet}</Button>
        <Row>
          <Button size="sm">{words.small}</Button>
          <Button size="sm" variant="secondary">
            {words.small}
          </Button>
          <IconButton label={words.star} icon={Star} isPressed />
        </Row>
      </Row>
    </Section>
  );
}

function Fields() {
  const [account, setAccount] = useState('mina@example.org');
  const [password, setPassword] = useState('tessera-2026');
  const [stake, setStake] = useState('1250,5');
  const [price, setPrice] = useState('1.000,00.1');
  const [lots, setLots] = useState('0.25');
  const [search, setSearch] = useState('');
  const [code, setCode] = useState('482');
  const [country, setCountry] = useState('');
  return (
    <Section title={words.fields}>
      <SearchField label={words.search} value={search} onChange={setSearch} />
      <TextField label={words.account} hint={words.accountHint} value={account} onChange={setAccount} />
      <TextField label={words.account} problem={words.accountProblem} value={account} onChange={setAccount} />
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        corner={words.quiet}
      />
      <AmountField
        label={words.stake}
        unit="USDT"
        scale={2}
        value={stake}
        onChange={setStake}
        onMax={() => setStake('9815')}
        corner={words.available}
      />
      <AmountField label={words.price} unit="USDT" scale={2} value={price} onChange={setPrice} hint={words.priceHint} />
      <StepperField
        label={words.lots}
        scale={2}
        step="0.01"
        min="0.01"
        max="50"
        value={lots}
        onChange={setLots}
        hint={words.lotsHint}
      />
      <SelectField
        label={words.country}
        value={country}
        onChange={setCountry}
        placeholder={words.choose}
        options={foreign.map(({ lang, title }) => ({ value: lang, label: title }))}
      />
      <CodeField label={words.code} hint={words.codeHint} value={code} onChange={setCode} />
      <TextField label={words.disabledField} value="" onChange={() => undefined} disabled placeholder={words.account} />
    </Section>
  );
}

function Choices() {
  const [side, setSide] = useState<'long' | 'short'>('long');
  const [seconds, setSeconds] = useState<'30' | '60' | '120' | '300'>('60');
  const [percent, setPercent] = useState(50);
  const [isOn, setOn] = useState(true);
  const [isAgreed, setAgreed] = useState(false);
  const [tab, setTab] = useState<'favourites' | 'crypto' | 'forex' | 'metals'>('crypto');
  const [list, setList] = useState<'open' | 'closed'>('open');
  return (
    <Section title={words.choices}>
      <Tabs
        label={words.tabs}
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'favourites', label: words.favourites },
          { id: 'crypto', label: words.crypto },
          { id: 'forex', label: words.forex },
          { id: 'metals', label: words.metals },
        ]}
      />
      <Tabs
        variant="pill"
        label={words.lists}
        selected={list}
        onSelect={setList}
        tabs={[
          { id: 'open', label: words.open, count: 3 },
          { id: 'closed', label: words.closed },
        ]}
      />
      <Segmented
        label={words.side}
        value={side}
        onChange={setSide}
        options={[
          { value: 'long', label: words.long, tone: 'up' },
          { value: 'short', label: words.short, tone: 'down' },
        ]}
      />
      <Chips
        label={words.duration}
        isScrolled
        value={seconds}
        onChange={setSeconds}
        options={[
          { value: '30', label: '30 s', detail: '+80 %' },
          { value: '60', label: '60 s', detail: '+85 %' },
          { value: '120', label: '120 s', detail: '+88 %' },
          { value: '300', label: '300 s', detail: '+90 %', isDisabled: true },
        ]}
      />
      <PercentSlider label={words.share} percent={percent} onChange={setPercent} />
      <Switch label={words.haptics} detail={words.hapticsDetail} isOn={isOn} onChange={setOn} />
      <Checkbox label={words.agree} isOn={isAgreed} onChange={setAgreed} problem={isAgreed ? undefined : words.agreeProblem} />
    </Section>
  );
}

function Figures() {
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

function Lists() {
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

function Books() {
  const [picked, setPicked] = useState<string>(words.nothing);
  const of = { symbol: 'BTC-USDT', base: 'BTC', quote: 'USDT', digits: 2 };
  return (
    <>
      <Section title={words.book}>
        <Row isEven gap={3} align="start">
          <OrderBook variant="compact" book={{ state: 'ready', data: book }} {...of} onPickPrice={setPicked} />
          <OrderBook
            variant="compact"
            book={{ state: 'stale', data: book, sinceMs: sampleInstantMs }}
            {...of}
            onRetry={() => undefined}
          />
        </Row>
        <span className={styles.quiet}>{picked}</span>
        <Row isEven gap={3} align="start">
          <OrderBook variant="compact" book={{ state: 'loading' }} {...of} />
          <OrderBook variant="compact" book={{ state: 'ready', data: { ...book, bids: [], asks: [] } }} {...of} />
        </Row>
        <OrderBook variant="full" book={{ state: 'ready', data: book }} {...of} />
        <OrderBook variant="full" book={{ state: 'failed', error: failure }} {...of} onRetry={() => undefined} />
      </Section>
      <Section title={words.trades}>
        <TradesList book={{ state: 'ready', data: book }} {...of} count={8} />
        <TradesList book={{ state: 'loading' }} {...of} count={4} />
      </Section>
    </>
  );
}

function Receipt() {
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

function Notices() {
  return (
    <Section title={words.notices}>
      <Banner tone="warning">{words.banner}</Banner>
      <Banner tone="success">{words.bannerLive}</Banner>
      <Notice title={words.infoTitle}>{words.info}</Notice>
      <Notice tone="warning">{words.warning}</Notice>
      <Notice
        tone="danger"
        action={
          <Button size="sm" variant="secondary">
            {words.small}
          </Button>
        }
      >
        {words.dangerText}
      </Notice>
      <Notice tone="success">{words.success}</Notice>
      <Notice tone="demo">{words.demoText}</Notice>
    </Section>
  );
}

const rows = [
  { key: 'a', title: 'BTC-USDT' },
  { key: 'b', title: 'ETH-USDT' },
];
const loadables: readonly { readonly name: string; readonly loadable: Loadable<typeof rows> }[] = [
  { name: 'idle', loadable: { state: 'idle' } },
  { name: 'loading', loadable: { state: 'loading' } },
  { name: 'ready', loadable: { state: 'ready', data: rows } },
  { name: 'empty', loadable: { state: 'ready', data: [] } },
  { name: 'stale', loadable: { state: 'stale', data: rows, sinceMs: sampleInstantMs } },
  { name: 'failed, with data', loadable: { state: 'failed', error: failure, data: rows, sinceMs: sampleInstantMs } },
  { name: 'failed', loadable: { state: 'failed', error: failure } },
];

function States() {
  return (
    <section aria-label={words.states}>
      <SectionHeading>{words.states}</SectionHeading>
      <Stack gap={3}>
        {loadables.map(({ name, loadable }) => (
          <div key={name}>
            <p className={styles.quiet}>{name}</p>
            <Card padding="none">
              <LoadablePanel
                loadable={loadable}
                onRetry={() => undefined}
                idle={<EmptyState title={words.nothing} />}
                empty={
                  <EmptyState
                    icon={Star}
                    title={words.emptyTitle}
                    detail={words.emptyDetail}
                    action={<Button size="sm">{words.add}</Button>}
                  />
                }
              >
                {(data) => (
                  <List>
                    {data.map(({ key, title }) => (
                      <ListRow key={key} lead={<AssetIcon of={title} />} title={title} value="1.00" />
                    ))}
                  </List>
                )}
              </LoadablePanel>
            </Card>
          </div>
        ))}
        <Card>
          <Skeleton width="40%" height={28} />
          <Skeleton />
          <Skeleton shape="block" />
        </Card>
      </Stack>
    </section>
  );
}

function Foreign() {
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

function Colors() {
  return (
    <Section title={words.tokens}>
      <div className={styles.swatches}>
        {colors.map((color) => (
          <div key={color} className={styles.swatch}>
            <span style={{ background: `var(--color-${color})` }} />
            {color}
          </div>
        ))}
      </div>
    </Section>
  );
}
