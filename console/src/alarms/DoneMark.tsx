import type { AlarmDone } from '@tessera/shared/operations';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { dateTime } from '../parts/times';
import { ago } from '../texts/ago';
import { alarmTexts as texts } from '../texts/alarms';

export interface DoneMarkProps {
  readonly title: string;
  readonly done: AlarmDone;
  readonly nowMs: number;
  /** undefined: this operator marks nothing. */
  readonly onMark: (() => void) | undefined;
}

/** Who dealt with it and how, or the button that says so. */
export function DoneMark({ title, done, nowMs, onMark }: DoneMarkProps) {
  if (done !== null)
    return (
      <p className="soft small" title={dateTime(done.atMs)}>
        {texts.done(done.by, ago(nowMs - done.atMs), done.reason)}
      </p>
    );
  if (onMark === undefined) return null;
  return (
    <Acts label={texts.acts(title)}>
      <Button onClick={onMark}>{texts.mark}</Button>
    </Acts>
  );
}
