import { useState } from 'react';
import { OrderBook, Row, TradesList } from '../../index';
import { Section } from './Section';
import { book, failure, sampleInstantMs, words } from '../samples';
import styles from '../Gallery.module.css';

export function Books() {
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
