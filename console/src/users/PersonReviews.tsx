/** What this person asked for that operators decide, of the kinds that this one decides; newest first. */
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import { Row, Rows } from '../parts/Rows';
import { kindShown } from '../reviews/reviewKinds';
import { hrefOf } from '../shell/address';
import { ago } from '../texts/ago';
import { reviewsTexts } from '../texts/reviews';
import { usersTexts as texts } from '../texts/users';

const paceMs = 15_000;
const shownAtOnce = 10;

export function PersonReviews({ id }: { readonly id: string }) {
  const filter = { state: 'any', userId: id, limit: shownAtOnce } as const;
  const paging = usePaging(id);
  const live = useLive('reviewsList', { ...filter, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) }, paceMs);
  return (
    <section className="card" aria-labelledby="reviews">
      <h2 id="reviews">{texts.reviews}</h2>
      <LiveView live={live}>
        {({ items, next }, { serverMs }) => (
          <>
            {items.length === 0 ? <p className="soft">{texts.noReviews}</p> : null}
            <Rows label={texts.reviews}>
              {items.map(({ id: review, kind, state, openedAtMs, endedAtMs }) => (
                <Row
                  key={review}
                  href={hrefOf(['reviews', review])}
                  title={kindShown(kind).title}
                  mark={state === 'pending' ? reviewsTexts.states.pending : undefined}
                >
                  {reviewsTexts.waiting(ago(serverMs - openedAtMs))}
                  {endedAtMs === null ? '' : ` · ${reviewsTexts.ended(state, ago(serverMs - endedAtMs))}`}
                </Row>
              ))}
            </Rows>
            <Pager paging={paging} next={next} />
          </>
        )}
      </LiveView>
    </section>
  );
}
