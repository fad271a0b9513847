import styles from './MarketRow.module.css';

/** "BTC/USDT" with the second currency quieter. */
export function SymbolName({ of }: { readonly of: string }) {
  const [base, quote] = of.split('-');
  return (
    <span className={styles.symbol}>
      {base}
      <span className={styles.counter}>/{quote}</span>
    </span>
  );
}
