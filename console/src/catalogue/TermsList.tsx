/** What is in force, what is to come, and the versions that were published. */
import type { OperationResponse } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { Facts } from '../parts/Facts';
import { Field } from '../parts/Field';
import { PartTitle } from '../parts/PartTitle';
import { Row, Rows } from '../parts/Rows';
import { dateTime } from '../parts/times';
import { hrefOf, toAddress } from '../shell/address';
import { catalogueTexts as texts } from '../texts/catalogue';
import { sinceWhen } from './sinceWhen';
import { termsByKey } from './termsByKey';

export function TermsList({ name }: { readonly name: string }) {
  const live = useLive('catalogueGet', { name });
  const versions = useLive('catalogueGet', {});
  return (
    <>
      <PartTitle>{texts.title}</PartTitle>
      <div className="filters">
        <Field label={texts.terms}>
          <select value={name} onChange={({ target }) => toAddress(['catalogue', target.value])}>
            {(versions.latest?.value.names ?? [name]).map((one) => (
              <option key={one} value={one}>
                {texts.nameOf(one)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <LiveView live={live}>
        {({ rows, keyColumns }, { serverMs }) => (
          <>
            {rows.length === 0 ? <p className="note">{texts.none}</p> : null}
            <Rows label={texts.list}>
              {termsByKey(rows, keyColumns, serverMs).map(({ key, now, coming }) => (
                <Row
                  key={key.join('/')}
                  href={hrefOf(['catalogue', name, ...key])}
                  title={key.join(' ')}
                  mark={coming.map(({ validFromMs }) => texts.coming(dateTime(validFromMs))).join(', ')}
                >
                  {now === undefined ? texts.notYet : sinceWhen(now)}
                </Row>
              ))}
            </Rows>
          </>
        )}
      </LiveView>
      <Versions versions={versions.latest?.value.versions ?? []} />
    </>
  );
}

function Versions({ versions }: Pick<OperationResponse<'catalogueGet'>, 'versions'>) {
  if (versions.length === 0) return null;
  return (
    <details>
      <summary>{texts.versions}</summary>
      <Facts
        facts={versions.map(({ version, validFromMs, note }) => [texts.version(version, dateTime(validFromMs)), note] as const)}
      />
    </details>
  );
}
