import fc from 'fast-check';
import { modes, one, unit, type Asset, type ModelAccount, type ModelLeg, type ModelPosting } from './modelLedger';

/** What fast-check draws; indexes are resolved against the accounts of the run. */
const posting = fc.record({
  mode: fc.constantFrom(...modes),
  asset: fc.constantFrom<Asset>('USDT', 'USDT', 'BTC'),
  key: fc.nat(11),
  picks: fc.uniqueArray(fc.nat(5), { minLength: 2, maxLength: 4 }),
  amounts: fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 4, maxLength: 4 }),
  // Half of all postings are sound; the others carry one flaw.
  flaw: fc.constantFrom(
    'none',
    'none',
    'none',
    'none',
    'none',
    'fund',
    'fund',
    'unbalanced',
    'acrossAssets',
    'tooFine',
    'otherMode',
    'sameAccountTwice',
    'zero',
    'drain',
    'flash',
  ),
});
export type Drawn = typeof posting extends fc.Arbitrary<infer T> ? T : never;
export const sequence = fc.array(fc.array(posting, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 10 });

export function resolve(
  drawn: Drawn,
  accounts: readonly ModelAccount[],
  balances: Map<number, bigint>,
  known: Map<string, ModelPosting>,
  run: string,
): ModelPosting {
  const idem = `${run}:${drawn.key}`;
  const { mode, asset, flaw } = drawn;
  const choice = accounts.filter((account) => account.mode === mode && account.asset === asset);
  const at = (index: number) => choice[index % choice.length] ?? fail();
  const step = unit(asset);
  const amounts = drawn.amounts.map((amount) => BigInt(amount === 0 ? 7 : amount) * step);
  const balanced = (picked: readonly ModelAccount[], given: readonly bigint[]): ModelLeg[] => {
    const legs = picked.slice(1).map((account, index) => ({ account, amount: given[index] ?? step }));
    return [{ account: picked[0] ?? fail(), amount: -legs.reduce((sum, leg) => sum + leg.amount, 0n) }, ...legs];
  };
  const legs = balanced(drawn.picks.map(at), amounts);
  const custody = choice[4] ?? fail();
  const user = choice[drawn.key % 3] ?? fail();
  const rich = { account: user, amount: 60n * step };
  switch (flaw) {
    case 'none': {
      // Now and then the very same posting again.
      const earlier = known.get(idem);
      return earlier !== undefined && drawn.key % 2 === 0 ? earlier : { mode, idem, legs };
    }
    case 'fund':
      return { mode, idem, legs: [rich, { account: custody, amount: -rich.amount }] };
    case 'drain': {
      const held = balances.get(user.id) ?? 0n;
      return {
        mode,
        idem,
        legs: [
          { account: user, amount: -held },
          { account: custody, amount: held },
        ],
      };
    }
    // One asset into another: what is given to the house, what it is worth from there, less a fee that stays.
    case 'flash': {
      const other: Asset = asset === 'USDT' ? 'BTC' : 'USDT';
      const of = (which: Asset, place: number): ModelAccount =>
        accounts.filter((account) => account.mode === mode && account.asset === which)[place] ?? fail();
      const given = (amounts[0] ?? step) < 0n ? -(amounts[0] ?? step) : (amounts[0] ?? step);
      const [worth, fee] = [9n * unit(other), unit(other)];
      return {
        mode,
        idem,
        legs: [
          { account: of(asset, 0), amount: -given },
          { account: of(asset, 6), amount: given },
          { account: of(other, 0), amount: worth - fee },
          { account: of(other, 6), amount: -worth },
          { account: of(other, 7), amount: fee },
        ],
      };
    }
    case 'unbalanced':
      return { mode, idem, legs: legs.map((leg, index) => (index === 0 ? { ...leg, amount: leg.amount + step } : leg)) };
    case 'acrossAssets': {
      const other = accounts.find((account) => account.mode === mode && account.asset !== asset && account.isUser) ?? fail();
      return {
        mode,
        idem,
        legs: [
          { account: other, amount: one },
          { account: custody, amount: -one },
        ],
      };
    }
    case 'tooFine':
      return {
        mode,
        idem,
        legs: [
          { account: user, amount: step / 10n },
          { account: custody, amount: -step / 10n },
        ],
      };
    case 'otherMode': {
      const other = accounts.find((account) => account.mode !== mode && account.asset === asset && account.isUser) ?? fail();
      return {
        mode,
        idem,
        legs: [
          { account: other, amount: step },
          { account: custody, amount: -step },
        ],
      };
    }
    case 'sameAccountTwice':
      return {
        mode,
        idem,
        legs: [
          { account: user, amount: -step },
          { account: user, amount: step },
        ],
      };
    case 'zero':
      return {
        mode,
        idem,
        legs: [
          { account: user, amount: 0n },
          { account: custody, amount: 0n },
        ],
      };
    default:
      return fail();
  }
}

function fail(): never {
  throw new Error('the drawn posting does not fit the accounts of the run');
}
