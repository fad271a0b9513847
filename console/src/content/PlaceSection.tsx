/** Where and how long an operators' article is shown: what it was, another place, and withdrawing it. */
import { useState, type FormEvent } from 'react';
import type { ContentCategory, OperationRequest, OperationResponse } from '@tessera/shared/operations';
import { Changes } from '../acts/Changes';
import { typedInstant } from '../acts/instantOf';
import { PreviewedDialog } from '../acts/PreviewedDialog';
import { callOperation } from '../api/operations';
import { Acts } from '../parts/Acts';
import { Button } from '../parts/Button';
import { Facts } from '../parts/Facts';
import { dateTime } from '../parts/times';
import { tell } from '../shell/notice';
import { contentTexts as texts } from '../texts/content';
import styles from './Article.module.css';
import { askedPlace, emptyPlace, PlaceFields, type Place } from './PlaceFields';
import { placeFacts, stateOf } from './placeFacts';

type SavedPlace = NonNullable<OperationResponse<'contentGet'>['places']>[number];
type Asked = Omit<OperationRequest<'contentPlace'>, 'reason' | 'preview'>;

export interface PlaceSectionProps {
  readonly article: string;
  readonly title: string;
  readonly category: ContentCategory;
  /** Newest first; never none. */
  readonly places: readonly SavedPlace[];
  readonly nowMs: number;
  readonly mayChange: boolean;
  readonly onDone: () => void;
}

export function PlaceSection({ article, title, category, places, nowMs, mayChange, onDone }: PlaceSectionProps) {
  const [isChanging, setIsChanging] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const [newest] = places;
  if (newest === undefined) return null;
  const seen = newest.version;
  const hasEnded = newest.untilMs !== null && newest.untilMs <= nowMs;
  return (
    <section className="card" aria-labelledby="place">
      <h2 id="place">{texts.place}</h2>
      <p>
        <strong>{stateOf(newest, nowMs)}</strong>
      </p>
      <Facts facts={placeFacts(newest).filter(([, said]) => said !== '')} />
      {mayChange ? (
        <Acts label={texts.place}>
          <Button onClick={() => setIsChanging(!isChanging)}>{isChanging ? texts.leave : texts.changePlace}</Button>
          {hasEnded ? null : (
            <Button kind="danger" onClick={() => setAsked({ article, withdraw: true, seen })}>
              {texts.withdraw}
            </Button>
          )}
        </Acts>
      ) : null}
      {isChanging ? (
        <PlaceForm
          category={category}
          newest={newest}
          nowMs={nowMs}
          onPreview={(place) => setAsked({ article, seen, ...place })}
        />
      ) : null}
      <details>
        <summary>{texts.history}</summary>
        <Facts
          facts={places.map(
            (place) =>
              [
                texts.savedBy(place.version, place.operator, dateTime(place.savedAtMs)),
                texts.savedPlace(dateTime(place.fromMs), place.untilMs === null ? '' : dateTime(place.untilMs), place.reason),
              ] as const,
          )}
        />
      </details>
      {asked === undefined ? null : (
        <PreviewedDialog
          title={asked.withdraw === true ? texts.askWithdraw(title) : texts.askPlace(title)}
          confirm={asked.withdraw === true ? texts.withdraw : texts.save}
          kind={asked.withdraw === true ? 'danger' : 'main'}
          reasonHint={texts.reasonHint}
          ask={(reason, preview) => callOperation('contentPlace', { ...asked, reason, preview })}
          show={({ before, after }) => <Changes changes={changesOf(before, after)} />}
          onDone={() => {
            tell(asked.withdraw === true ? texts.withdrawn(title) : texts.done(title));
            setAsked(undefined);
            setIsChanging(false);
            onDone();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

type Preview = OperationResponse<'contentPlace'>;

function changesOf(before: Preview['before'], after: Preview['after']) {
  const then = placeFacts(after);
  return placeFacts(before).flatMap(([name, said], at) => {
    const next = then[at]?.[1] ?? '';
    return said === next ? [] : [{ name, before: said, after: next }];
  });
}

function PlaceForm({
  category,
  newest: { group, link, rank, untilMs },
  nowMs,
  onPreview,
}: {
  readonly category: ContentCategory;
  readonly newest: SavedPlace;
  readonly nowMs: number;
  readonly onPreview: (place: ReturnType<typeof askedPlace>) => void;
}) {
  const [place, setPlace] = useState<Place>({
    group: group ?? emptyPlace.group,
    link: link ?? '',
    rank: String(rank),
    from: '',
    until: untilMs === null || untilMs <= nowMs ? '' : typedInstant(untilMs),
  });
  function preview(event: FormEvent): void {
    event.preventDefault();
    onPreview(askedPlace(category, place));
  }
  return (
    <form className={styles['form']} onSubmit={preview} noValidate>
      <PlaceFields category={category} place={place} fromHint={texts.fromKept} onChange={setPlace} />
      <div>
        <Button kind="main" type="submit">
          {texts.preview}
        </Button>
      </div>
    </form>
  );
}
