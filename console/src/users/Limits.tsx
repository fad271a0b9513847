/** The limits of a person's real account, and what an operator may make of them: lower at once, higher a day later. */
import { useState } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { ActDialog } from '../acts/ActDialog';
import { callOperation } from '../api/operations';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { Line, Lines } from '../parts/Lines';
import { dateTime } from '../parts/times';
import { tell } from '../shell/notice';
import { limitsTexts as texts } from '../texts/limits';

type View = OperationResponse<'usersLimits'>;
type Limit = View['limits'][number];

export interface LimitsProps {
  readonly id: string;
  readonly who: string;
  readonly maySet: boolean;
}

/** Beside the person, who is asked for more often. */
const paceMs = 15_000;

export function Limits({ id, who, maySet }: LimitsProps) {
  const live = useLive('usersLimits', { id }, paceMs);
  const [setting, setSetting] = useState<Limit>();
  const [most, setMost] = useState('');
  return (
    <section className="card" aria-labelledby="limits">
      <h2 id="limits">{texts.title}</h2>
      <LiveView live={live}>
        {({ limits, asset, break: pause }) => (
          <>
            {pause === null ? null : <p className="note">{texts.pause(pause.kind, dateTime(pause.untilMs))}</p>}
            <Lines>
              {limits.map((limit) => (
                <Line
                  key={limit.kind}
                  acts={
                    maySet ? (
                      <Button
                        label={texts.set(texts.kinds[limit.kind])}
                        onClick={() => {
                          setMost(limit.most ?? '');
                          setSetting(limit);
                        }}
                      >
                        {texts.change}
                      </Button>
                    ) : null
                  }
                >
                  <p>
                    <strong>{texts.kinds[limit.kind]}</strong>
                  </p>
                  <p className="soft small">{standing(limit, asset)}</p>
                </Line>
              ))}
            </Lines>
          </>
        )}
      </LiveView>
      {setting === undefined ? null : (
        <ActDialog
          title={texts.ask(texts.kinds[setting.kind], who)}
          confirm={texts.change}
          reasonHint={texts.reasonHint}
          act={(reason) => {
            const wanted = most.trim() === '' ? null : most.trim();
            return callOperation('usersLimitSet', { id, kind: setting.kind, most: wanted, reason });
          }}
          onClose={() => setSetting(undefined)}
          onDone={() => {
            tell(texts.done(who));
            setSetting(undefined);
            live.refresh();
          }}
        >
          <p>{texts.means}</p>
          <Field label={texts.most(setting.kind)} hint={texts.mostHint}>
            <input value={most} onChange={({ target }) => setMost(target.value)} inputMode="decimal" maxLength={40} data-first />
          </Field>
        </ActDialog>
      )}
    </section>
  );
}

function standing({ kind, most, used, left, coming }: Limit, asset: string): string {
  const unit = kind === 'time' ? texts.minutes : asset;
  const now = most === null ? texts.unlimited(used, unit) : texts.leftOf(left ?? '0', most, unit);
  return coming === null ? now : `${now} ${texts.coming(coming.most ?? texts.none, dateTime(coming.fromMs))}`;
}
