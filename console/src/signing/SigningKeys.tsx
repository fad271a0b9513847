/** The keys that sign roots and receipts: which one does, since when, and the next one. */
import { useState } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { Changes } from '../acts/Changes';
import { PreviewedDialog } from '../acts/PreviewedDialog';
import { callOperation } from '../api/operations';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import type { PartProps } from '../parts';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { Line, Lines } from '../parts/Lines';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { mayAsk } from '../session/mayAsk';
import { tell } from '../shell/notice';
import { signingTexts as texts } from '../texts/signing';

type Key = OperationResponse<'keysList'>['keys'][number];

/** Keys change once a year. */
const paceMs = 15_000;

export function SigningKeys({ operator }: PartProps) {
  const live = useLive('keysList', {}, paceMs);
  const [isRotating, setIsRotating] = useState(false);
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <p className="note">{texts.means}</p>
      <LiveView live={live}>
        {({ keys }) => {
          const isWaiting = keys.some(({ record }) => record === null);
          return (
            <section className="card" aria-labelledby="keys">
              <h2 id="keys">{texts.list}</h2>
              {keys.length === 0 ? <p className="soft">{texts.none}</p> : null}
              <Lines>
                {keys.toReversed().map((key) => (
                  <Line key={key.keyId}>
                    <p>
                      <span className="code">{key.keyId}</span> <strong>{standingOf(key)}</strong>
                    </p>
                    {key.record === null || key.publishedAtMs === null ? null : (
                      <p className="soft small">
                        {texts.since(dateTime(key.publishedAtMs))} · {texts.record(key.record)}
                      </p>
                    )}
                    {key.record === null || key.isHandedOver ? null : <p className="problem">{texts.notHandedOver}</p>}
                  </Line>
                ))}
              </Lines>
              {isWaiting ? <p className="note">{texts.waitsAlready}</p> : null}
              {mayAsk(operator.roles, 'keysRotate') && !isWaiting ? (
                <Acts label={texts.title}>
                  <Button onClick={() => setIsRotating(true)}>{texts.rotate}</Button>
                </Acts>
              ) : null}
            </section>
          );
        }}
      </LiveView>
      {isRotating ? (
        <RotateDialog
          onClose={() => setIsRotating(false)}
          onDone={() => {
            tell(texts.done);
            setIsRotating(false);
            live.refresh();
          }}
        />
      ) : null}
    </>
  );
}

const standingOf = ({ signs, record }: Key): string => {
  if (record === null) return texts.waits;
  return signs ? texts.signs : texts.retired;
};

function RotateDialog({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  return (
    <PreviewedDialog
      title={texts.ask}
      confirm={texts.rotate}
      kind="danger"
      reasonHint={texts.reasonHint}
      ask={(reason, preview) => callOperation('keysRotate', { reason, preview })}
      show={({ before }) => <Changes changes={[{ name: texts.key, before, after: texts.next }]} />}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{texts.rotateMeans}</p>
    </PreviewedDialog>
  );
}
