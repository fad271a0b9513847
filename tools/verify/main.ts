/**
 * npm run verify -- <file | address | day> …: checks what a Tessera exchange published or handed out, by nothing but
 * docs/fairness.md and docs/trading.md. It takes no code of the exchange.
 *
 * Exit code 0: nothing failed. 1: something failed. 2: it was not asked rightly, or could not read what it was given.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { bytesAt } from './askFor';
import type { Check } from './Check';
import type { DayFile } from './day';
import { isDayLog, readDayLog } from './dayLog';
import { exchangeAt } from './Exchange';
import { askedOf, nothingKnown, type Known } from './Known';
import { dayEnd } from './simulatedDay';
import { knownIn, leftOutOf, verifyFile, type Verdict } from './verifyFile';
import type { Tick } from './shapes';
import { runVectors } from './vectors';
import { witnessedWithinMs } from './witness';

const usage = `npm run verify -- <what> … [--from <address of an exchange>] [--witness-key <64 digits>] [--symbol <BTC-USDT>] [--json]

  <what>     a file or an https address: a proof, several of them, a day, the evidence of a device, or a whole account, or the proof of a day's liabilities, or a project's result, as the app saves them;
             a day file of the log (2026-11-20.ndjson.gz); with --from beside that day's roots, and drawn again;
             a day (2026-11-20), with --from and --symbol: asked of that exchange and drawn again;
             vectors: the published test vectors
  --from     compares with what this exchange shows now: keys, public record, roots, witnesses
  --json     one line of JSON`;

/** A file alone may be of an exchange that never was. */
const ownWord = 'keys and record are the word of these files: --from <address> holds them against what the exchange shows';

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      symbol: { type: 'string' },
      'witness-key': { type: 'string', multiple: true },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true || positionals.length === 0) {
    console.error(usage);
    return values.help === true ? 0 : 2;
  }
  const { from, symbol } = values;
  const exchange = from === undefined ? undefined : exchangeAt(from);
  const base = { ...nothingKnown, nowMs: Date.now(), witnessKeys: values['witness-key'] ?? [] };
  const verdicts: Verdict[] = [];
  if (positionals.includes('vectors')) verdicts.push(...(await runVectors()));
  const contents: unknown[] = [];
  for (const what of positionals.filter((one) => one !== 'vectors'))
    contents.push(
      /^\d{4}-\d\d-\d\d$/.test(what) ? await dayOf(what) : isDayLog(what) ? await logOf(what) : await contentOf(what),
    );
  // What one file keeps is held against every other.
  const kept = contents.reduce<Known>((known, content) => knownIn(content, known), base);
  for (const content of contents) verdicts.push(...verifyFile(content, await besides(kept, content)));
  report(verdicts, values.json === true);
  if (exchange === undefined && values.json !== true && contents.length > 0) console.log(ownWord);
  return verdicts.some(({ checks }) => checks.some(isFailed)) ? 1 : 0;

  async function dayOf(day: string): Promise<unknown> {
    if (exchange === undefined || symbol === undefined) throw new Error('a day needs --from and --symbol');
    const feedDay = (await exchange.days()).findLast((one) => one.day === day);
    if (feedDay === undefined) throw new Error(`the exchange shows no ${day}`);
    const toMs = dayEnd(day);
    const fromMs = toMs - 86_400_000;
    // The roots first: no newer one names a tick that came after these were read.
    const anchors = await exchange.roots(fromMs, toMs + 60_000);
    const ticks = await exchange.ticks(symbol, fromMs, toMs);
    return { symbol, feedDay, ticks, anchors };
  }

  async function logOf(what: string): Promise<unknown> {
    const log = readDayLog(await bytesOf(what));
    if (exchange === undefined) return log;
    const toMs = dayEnd(log.day);
    const feedDay = (await exchange.days()).findLast((one) => one.day === log.day) ?? null;
    return { ...log, feedDay, anchors: await exchange.roots(toMs - 86_400_000, toMs + 60_000) };
  }

  /** What the exchange shows now of the span that the content is about. */
  async function besides(known: Known, content: unknown): Promise<Known> {
    if (exchange === undefined) return known;
    const text = JSON.stringify(content);
    const minutes = [...text.matchAll(/"minuteMs":(\d+)/g)].map(([, minute]) => Number(minute));
    const versions = new Set([...text.matchAll(/"catalogVersion":(\d+)/g)].map(([, version]) => Number(version)));
    const terms = await Promise.all([...versions].map((version) => exchange.terms(version)));
    const span = [minutes.reduce((a, b) => Math.min(a, b), Infinity), minutes.reduce((a, b) => Math.max(a, b), 0)] as const;
    const isOfMinutes = minutes.length > 0;
    const asked = askedOf(known, await exchange.entries(), {
      terms: terms.filter((one) => one !== undefined),
      roots: isOfMinutes ? await exchange.roots(...span) : [],
      witnessed: isOfMinutes ? await exchange.witnessed(span[0], span[1] + witnessedWithinMs) : [],
    });
    const ticks: Tick[] = [];
    for (const left of leftOutOf(content)) ticks.push(...(await exchange.ticks(left.symbol, left.fromMs, left.toMs)));
    if (ticks.length > 0) return { ...asked, ticks };
    return isOfDay(content) ? { ...asked, logDays: await exchange.logDays(content.symbol) } : asked;
  }
}

const isOfDay = (content: unknown): content is DayFile =>
  typeof content === 'object' && content !== null && 'symbol' in content && 'ticks' in content && 'feedDay' in content;

const contentOf = async (what: string): Promise<unknown> => JSON.parse((await bytesOf(what)).toString('utf8')) as unknown;

const bytesOf = async (what: string): Promise<Buffer> => (/^https?:\/\//.test(what) ? bytesAt(what) : readFile(what));

const isFailed = ({ state }: Check): boolean => state === 'failed';

const oneLine = (text: string): string => text.replaceAll('\n', ' ');

function report(verdicts: readonly Verdict[], isJson: boolean): void {
  const failed = verdicts.flatMap(({ checks }) => checks).filter(isFailed).length;
  if (isJson) {
    console.log(JSON.stringify({ failed, verdicts }));
    return;
  }
  for (const { of, checks } of verdicts) {
    console.log(of);
    for (const { name, state, stated, computed } of checks)
      console.log(
        `  ${state.padEnd(8)} ${name.padEnd(12)} ${oneLine(state === 'failed' ? `told ${stated}, computed ${computed}` : computed)}`,
      );
  }
  console.log(failed === 0 ? 'nothing failed' : `${failed} failed`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
