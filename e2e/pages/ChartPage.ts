import { expect, type Locator } from 'playwright/test';
import { ContractPage } from './ContractPage';
import { marketRow } from './marketRow';
import { Screen } from './Screen';
import { openPage } from './openPage';

export class ChartPage extends Screen {
  static readonly path = '/pages/kline/index';
  readonly price = this.page.getByRole('region', { name: this.words('market:chart.price') });
  readonly chart = this.page.getByRole('region', { name: this.words('market:chart.chart') });
  /** The drawing, which tells its last candle to those who do not see it. */
  readonly candles = this.chart.getByRole('slider');

  async open(symbol: string): Promise<this> {
    await openPage(this.page, `${ChartPage.path}?symbol=${symbol}`);
    return this;
  }

  async isShown(symbol: string): Promise<void> {
    await expect(this.heading(symbol.replace('-', '/'))).toBeVisible();
    await expect(this.candles).toBeVisible();
  }

  /** Open, high, low or close of the last candle, as written over the chart. */
  lastCandle(part: 'open' | 'high' | 'low' | 'close'): Locator {
    return this.valueOf(this.words(`common:chart.${part}`), this.chart);
  }

  /** How many candles were loaded. */
  async candleCount(): Promise<number> {
    return Number(await this.candles.getAttribute('aria-valuemax')) + 1;
  }

  /** How many candle bodies are on the screen: a canvas or a picture of nothing would have none. */
  async drawnCandles(): Promise<number> {
    return this.candles
      .locator('svg path')
      .evaluateAll((paths) => paths.filter((path) => path.closest('.highcharts-series') !== null).length);
  }

  tab(tab: 'book' | 'trades' | 'title' | 'sessions'): Locator {
    return this.page.getByRole('tab', { name: this.words(`market:info.${tab}`), exact: true });
  }

  /** The order book, level by level. */
  book(symbol: string): Locator {
    return this.page.getByRole('table', { name: this.words('common:book.name', { symbol }) }).getByRole('row');
  }

  trades(symbol: string): Locator {
    return this.page.getByRole('table', { name: this.words('common:book.trades.name', { symbol }) }).getByRole('row');
  }

  indicator(kind: 'ma' | 'ema' | 'boll' | 'vol' | 'macd' | 'kdj' | 'rsi'): Locator {
    return this.button(this.words(`market:indicator.whole.${kind}`), this.chart);
  }

  /** What the legend over the drawing says of an indicator's line: "MA5 98,400.10". */
  legend(line: string): Locator {
    return this.chart.getByText(new RegExp(`^${line} [-\\d,.]+`));
  }

  /** The other markets, from the page's heading. */
  async chooseMarket(symbol: string, kind: 'crypto' | 'forex' | 'metal'): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).getByRole('button').click();
    const sheet = this.page.getByRole('dialog', { name: this.words('market:chart.choose') });
    await sheet.getByRole('tab', { name: this.words(`common:market.${kind}`), exact: true }).click();
    await marketRow(sheet, symbol).click();
  }

  /** From now on notes every figure of the bar's legend and of the chart in words that stands under this heading. */
  async watchFigures(heading: string): Promise<void> {
    await this.page.evaluate(
      ([title, summary]) => {
        const seen = new Set<number>();
        Object.assign(window, { seenFigures: seen });
        const look = () => {
          if (document.querySelector('h1')?.innerText.trim() !== title) return;
          const texts = [...document.querySelectorAll(`main dl dd, main [aria-label="${summary}"]`)].map(
            (element) => element.textContent ?? '',
          );
          for (const figure of texts.join(' ').match(/\d[\d,]*\.\d+/g) ?? []) seen.add(Number(figure.replace(/,/g, '')));
        };
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
      },
      [heading, this.words('market:bars.summaryName')] as const,
    );
  }

  seenFigures(): Promise<number[]> {
    return this.page.evaluate(() => [...(window as unknown as { seenFigures: Set<number> }).seenFigures]);
  }

  async settings(): Promise<Locator> {
    await this.button(this.words('market:indicator.settings')).click();
    const sheet = this.page.getByRole('dialog', { name: this.words('market:indicator.settings') });
    await expect(sheet).toBeVisible();
    return sheet;
  }

  /** The label of an own order's line on the drawing; behind it, its floating result, which begins with a sign unless it is zero. */
  ownLine(label: string): Locator {
    return this.chart.getByText(new RegExp(`^${label}(0\\.\\d+)?(?!\\d)`));
  }

  async bars(): Promise<Locator> {
    await this.button(this.words('market:bars.title')).click();
    const sheet = this.page.getByRole('dialog', { name: this.words('market:bars.title') });
    await expect(sheet).toBeVisible();
    return sheet;
  }

  async toFullScreen(symbol: string): Promise<Locator> {
    await this.button(this.words('market:chart.full')).click();
    return this.page.getByRole('dialog', { name: this.words('market:chart.fullName', { symbol: symbol.replace('-', '/') }) });
  }

  timeframe(frame: '1m' | '5m' | '15m' | '1h' | '4h' | '1d'): Locator {
    return this.button(this.words(`market:frame.whole.${frame}`));
  }

  async showFrame(frame: '1m' | '5m' | '15m' | '1h' | '4h' | '1d'): Promise<void> {
    await this.timeframe(frame).click();
    await expect(this.timeframe(frame)).toHaveAttribute('aria-pressed', 'true');
  }

  async trade(direction: 'long' | 'short'): Promise<ContractPage> {
    await this.button(this.words(`common:direction.${direction}`)).click();
    return new ContractPage(this.page, this.words);
  }
}
