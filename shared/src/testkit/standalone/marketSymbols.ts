/** The markets of the played exchange: some of each class, with prices of about their real size. */
import type { SymbolInfo } from '../../domain/contract';
import { aForexSymbol, aSymbol } from '../builders';

const everything = { spot: true, seconds: true, leverage: true };
const noSpot = { ...everything, spot: false };

const crypto = (base: string, digits: number): SymbolInfo =>
  aSymbol({
    symbol: `${base}-USDT`,
    base,
    digits,
    tickSize: stepOf(digits),
    pipSize: stepOf(digits),
    lotStep: '0.001',
    products: everything,
    staleAfterMs: 10_000,
  });
const forex = (base: string, quote: string, digits: number): SymbolInfo =>
  aForexSymbol({
    symbol: `${base}-${quote}`,
    base,
    quote,
    digits,
    tickSize: stepOf(digits),
    pipSize: stepOf(digits - 1),
    lotStep: '0.01',
    products: noSpot,
  });
const metal = (base: string): SymbolInfo => ({ ...forex(base, 'USD', 2), assetClass: 'metal', contractSize: '100' });

const stepOf = (digits: number): string => (digits === 0 ? '1' : `0.${'0'.repeat(digits - 1)}1`);

export const marketSymbols: readonly { readonly info: SymbolInfo; readonly price: string }[] = [
  { info: crypto('BTC', 2), price: '61230.50' },
  { info: crypto('ETH', 2), price: '3012.18' },
  { info: crypto('SOL', 3), price: '152.345' },
  { info: crypto('XRP', 4), price: '0.5821' },
  { info: crypto('DOGE', 5), price: '0.12345' },
  { info: forex('EUR', 'USD', 5), price: '1.08490' },
  { info: forex('GBP', 'USD', 5), price: '1.27310' },
  { info: forex('USD', 'JPY', 3), price: '156.420' },
  { info: metal('XAU'), price: '2401.30' },
  { info: metal('XAG'), price: '30.85' },
];
