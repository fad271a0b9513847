import { amount } from '@tessera/shared/money';
import { aDuration } from '@tessera/shared/testing';
import { ticketProblem, type TicketInputs } from './ticketProblem';

const fine: TicketInputs = {
  marketState: 'trading',
  isPriceLive: true,
  isOffline: false,
  duration: aDuration({ stakeMin: '10', stakeMax: '5000', feeRate: '0.02' }),
  stake: amount('100'),
  available: amount('102'),
  scale: 6,
};

describe('the seconds ticket', () => {
  it('stake and fee exactly what is there: no problem', () => {
    expect(ticketProblem(fine)).toBeUndefined();
  });
  it.each<[string, Partial<TicketInputs>, string]>([
    ['offline', { isOffline: true, isPriceLive: false }, 'offline'],
    ['market halted', { marketState: 'halted' }, 'marketHalted'],
    ['market closed', { marketState: 'closed' }, 'marketClosed'],
    ['market closing', { marketState: 'closing' }, 'marketClosing'],
    ['price old', { isPriceLive: false }, 'stale'],
    ['no duration', { duration: undefined }, 'duration'],
    ['no stake', { stake: undefined }, 'empty'],
    ['stake one unit below the least', { stake: amount('9.999999') }, 'belowMin'],
    ['stake one unit above the most', { stake: amount('5000.000001'), available: amount('99999') }, 'aboveMax'],
    ['the fee does not fit', { available: amount('101.999999') }, 'insufficient'],
  ])('%s: %s', (_, change, code) => {
    expect(ticketProblem({ ...fine, ...change })?.code).toBe(code);
  });
  it('a closed market is said before everything else', () => {
    expect(ticketProblem({ ...fine, marketState: 'closed', isPriceLive: false, stake: undefined })?.code).toBe('marketClosed');
  });
  it('available not known yet: left to the server', () => {
    expect(ticketProblem({ ...fine, available: undefined })).toBeUndefined();
  });
});
