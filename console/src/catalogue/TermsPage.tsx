/** The terms of one market or class: in force, to come, and how to change them from an instant on. */
import { useState } from 'react';
import type { OperationRequest, OperationResponse } from '@tessera/shared/operations';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { Acts } from '../parts/Acts';
import { Back } from '../parts/Back';
import { Button } from '../parts/Button';
import { Facts } from '../parts/Facts';
import { PartTitle } from '../parts/PartTitle';
import { dateTime } from '../parts/times';
import { forgetKept } from '../parts/useKept';
import { mayAsk } from '../session/mayAsk';
import type { SignedInOperator } from '../session/SignedInOperator';
import { tell } from '../shell/notice';
import { catalogueTexts as texts } from '../texts/catalogue';
import { sinceWhen } from './sinceWhen';
import { termsByKey, type TermsOfKey } from './termsByKey';
import { TermsDialog, type TermsAct } from './TermsDialog';
import { TermsForm } from './TermsForm';

type Terms = OperationResponse<'catalogueGet'>;

export interface TermsPageProps {
  readonly name: string;
  readonly wanted: readonly string[];
  readonly operator: SignedInOperator;
}

export function TermsPage({ name, wanted, operator }: TermsPageProps) {
  const live = useLive('catalogueGet', { name });
  const [act, setAct] = useState<TermsAct>();
  /** Another one begins with empty hands. */
  const [form, setForm] = useState(0);
  const key = wanted.join(' ');
  const draft = `${operator.name} ${name} ${key}`;
  return (
    <>
      <Back to={['catalogue', name]}>{texts.nameOf(name)}</Back>
      <PartTitle>{key}</PartTitle>
      <LiveView live={live}>
        {({ rows, keyColumns, fields }, { serverMs }) => {
          const found = termsByKey(rows, keyColumns, serverMs).find((terms) => terms.key.join(' ') === key);
          if (found === undefined) return <p className="note">{texts.notThere}</p>;
          return (
            <>
              {name === 'symbol' && mayAsk(operator.roles, 'catalogueClose') ? (
                <Doors terms={found} onAct={setAct} symbol={key} />
              ) : null}
              <Standing terms={found} fields={fields} />
              {mayAsk(operator.roles, 'catalogueChange') ? (
                <TermsForm
                  key={form}
                  of={draft}
                  fields={fields}
                  newest={found.newest.terms}
                  onPreview={(change, validFromMs) => {
                    const begins = validFromMs === undefined ? {} : { validFromMs };
                    const request: Omit<OperationRequest<'catalogueChange'>, 'reason'> = {
                      name,
                      key: [...wanted],
                      change,
                      ...begins,
                    };
                    setAct({ is: 'change', request, key });
                  }}
                />
              ) : null}
            </>
          );
        }}
      </LiveView>
      {act === undefined ? null : (
        <TermsDialog
          act={act}
          onClose={() => setAct(undefined)}
          onDone={() => {
            tell(texts.published(key));
            forgetKept(draft);
            setAct(undefined);
            setForm(form + 1);
            live.refresh();
          }}
        />
      )}
    </>
  );
}

function Doors({
  terms,
  symbol,
  onAct,
}: {
  readonly terms: TermsOfKey;
  readonly symbol: string;
  readonly onAct: (act: TermsAct) => void;
}) {
  const isOpen = Object.entries(terms.newest.terms).some(([field, value]) => field.startsWith('has_') && value === 'true');
  return (
    <Acts label={texts.change}>
      {isOpen ? (
        <Button kind="danger" onClick={() => onAct({ is: 'doors', symbol, open: false })}>
          {texts.close}
        </Button>
      ) : (
        <Button onClick={() => onAct({ is: 'doors', symbol, open: true })}>{texts.open}</Button>
      )}
    </Acts>
  );
}

function Standing({ terms: { now, coming }, fields }: { readonly terms: TermsOfKey } & Pick<Terms, 'fields'>) {
  return (
    <section className="card" aria-labelledby="in-force">
      <h2 id="in-force">{texts.inForce}</h2>
      {now === undefined ? (
        <p className="note">{texts.notYet}</p>
      ) : (
        <>
          <p className="soft small">{sinceWhen(now)}</p>
          <Facts facts={fields.map((field) => [texts.fieldOf(field), shown(now.terms[field])] as const)} />
        </>
      )}
      {coming.map((row, index) => {
        const before = index === 0 ? now : coming[index - 1];
        return (
          <div key={row.since} className="note">
            <h3>{texts.comes(dateTime(row.validFromMs), row.since)}</h3>
            <Facts
              facts={fields
                .filter((field) => row.terms[field] !== before?.terms[field])
                .map((field) => [texts.fieldOf(field), shown(row.terms[field])] as const)}
            />
          </div>
        );
      })}
    </section>
  );
}

function shown(value: string | null | undefined): string {
  if (value === null || value === undefined) return texts.absent;
  return value === 'true' ? texts.yes : value === 'false' ? texts.no : value;
}
