/** What the house stands for: where it is the other side of people, how much of the published bounds is used, and what it owes. */
import { useState, type ReactNode } from 'react';
import type { OperationRequest, OperationResponse } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { Facts } from '../parts/Facts';
import { Field } from '../parts/Field';
import { figure, percent } from '../parts/figure';
import { PartTitle } from '../parts/PartTitle';
import { Table } from '../parts/Table';
import { exposureTexts as texts } from '../texts/exposure';
import styles from './Exposure.module.css';

type Seen = OperationResponse<'booksExposure'>;
type Mode = OperationRequest<'booksExposure'>['mode'];

/** The server counts no oftener. */
const paceMs = 10_000;
/** Of sums in money; what people and the house have is shown whole. */
const shownDigits = 2;
const money = (text: string) => figure(text, shownDigits);

const unitsOf = (rows: readonly { readonly asset: string }[]) => [...new Set(rows.map(({ asset }) => asset))].join(', ');

export function Exposure() {
  const [mode, setMode] = useState<Mode>('real');
  const live = useLive('booksExposure', { mode }, paceMs);
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <div className="filters" role="search" aria-label={texts.filter}>
        <Field label={texts.mode}>
          <select value={mode} onChange={({ target }) => setMode(target.value as Mode)}>
            {(['real', 'demo'] as const).map((one) => (
              <option key={one} value={one}>
                {texts.modes[one]}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <LiveView live={live}>
        {(seen) => (
          <>
            <p className="soft small">{texts.means}</p>
            <Leverage leverage={seen.leverage} />
            <Seconds seconds={seen.seconds} />
            <Spot spot={seen.spot} />
            <Insurance balances={seen.balances} />
            <Accounts balances={seen.balances} />
          </>
        )}
      </LiveView>
    </>
  );
}

function Section({
  id,
  title,
  means,
  none,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly means: string;
  /** Said in place of what is shown, where there is nothing. */
  readonly none: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="soft small">{means}</p>
      {none === undefined ? children : <p>{none}</p>}
    </section>
  );
}

function Leverage({ leverage }: Pick<Seen, 'leverage'>) {
  return (
    <Section
      id="leverage"
      title={texts.leverage}
      means={texts.leverageMean(unitsOf(leverage))}
      none={leverage.length === 0 ? texts.noLeverage : undefined}
    >
      <Table
        label={texts.leverage}
        columns={[
          texts.market,
          texts.used,
          texts.net,
          texts.bound,
          texts.netLots,
          texts.longs,
          texts.shorts,
          texts.margin,
          texts.positions,
        ]}
        rows={leverage.map(({ symbol, asset, long, short, netLots, netNotional, limit, used }) => ({
          key: `${symbol} ${asset}`,
          title: symbol,
          cells: [
            used === null ? '–' : <Used key="used" share={used} />,
            money(netNotional),
            limit === null ? texts.noBound : money(limit),
            figure(netLots),
            figure(long.lots),
            figure(short.lots),
            `${money(long.margin)} / ${money(short.margin)}`,
            `${long.orders} / ${short.orders}`,
          ],
        }))}
      />
    </Section>
  );
}

/** From here on an operator should know it without reading figures. */
const muchShare = 0.8;

function Used({ share }: { readonly share: string }) {
  return <span className={Number.parseFloat(share) < muchShare ? undefined : styles['much']}>{percent(share)}</span>;
}

function Seconds({ seconds }: Pick<Seen, 'seconds'>) {
  return (
    <Section
      id="seconds"
      title={texts.seconds}
      means={texts.secondsMean(unitsOf(seconds))}
      none={seconds.length === 0 ? texts.noSeconds : undefined}
    >
      <Table
        label={texts.seconds}
        columns={[texts.market, texts.ifRises, texts.ifFalls, texts.longStakes, texts.shortStakes, texts.contracts]}
        rows={seconds.map(({ symbol, asset, long, short, ifRises, ifFalls }) => ({
          key: `${symbol} ${asset}`,
          title: symbol,
          cells: [money(ifRises), money(ifFalls), money(long.stake), money(short.stake), `${long.orders} / ${short.orders}`],
        }))}
      />
    </Section>
  );
}

function Spot({ spot }: Pick<Seen, 'spot'>) {
  return (
    <Section id="spot" title={texts.spot} means={texts.spotMean} none={spot.length === 0 ? texts.noSpot : undefined}>
      <Table
        label={texts.spot}
        columns={[texts.asset, texts.people, texts.house]}
        rows={spot.map(({ asset, people, house }) => ({ key: asset, title: asset, cells: [figure(people), figure(house)] }))}
      />
    </Section>
  );
}

function Insurance({ balances }: Pick<Seen, 'balances'>) {
  const rows = balances.filter(({ holder, kind }) => holder === 'house' && kind === 'insurance');
  return (
    <Section
      id="insurance"
      title={texts.insurance}
      means={texts.insuranceMeans}
      none={rows.length === 0 ? texts.noInsurance : undefined}
    >
      <Facts facts={rows.map(({ asset, balance }) => [asset, figure(balance)] as const)} />
    </Section>
  );
}

function Accounts({ balances }: Pick<Seen, 'balances'>) {
  return (
    <Section
      id="accounts"
      title={texts.accounts}
      means={texts.accountsMean}
      none={balances.length === 0 ? texts.noAccounts : undefined}
    >
      {[...new Set(balances.map(({ asset }) => asset))].map((asset) => (
        <div key={asset}>
          <h3>{asset}</h3>
          <Facts
            facts={balances
              .filter((row) => row.asset === asset)
              .map(({ holder, kind, balance }) => [texts.account(holder, kind), figure(balance)] as const)}
          />
        </div>
      ))}
    </Section>
  );
}
