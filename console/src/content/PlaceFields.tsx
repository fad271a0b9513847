import type { ContentCategory, OperationRequest } from '@tessera/shared/operations';
import { instantOf } from '../acts/instantOf';
import { Field } from '../parts/Field';
import { contentTexts as texts, type HelpGroup } from '../texts/content';

/** As it is typed. */
export interface Place {
  readonly group: HelpGroup;
  readonly link: string;
  readonly rank: string;
  readonly from: string;
  readonly until: string;
}

export const emptyPlace: Place = { group: 'start', link: '', rank: '0', from: '', until: '' };

const isRanked = (category: ContentCategory): boolean => category === 'banner' || category === 'contact';

/** As it is asked for: only what articles of that category have. */
export function askedPlace(
  category: ContentCategory,
  { group, link, rank, from, until }: Place,
): Pick<OperationRequest<'contentPlace'>, 'group' | 'link' | 'rank' | 'fromMs' | 'untilMs'> {
  const [fromMs, untilMs] = [instantOf(from), instantOf(until)];
  return {
    ...(category === 'help' ? { group } : {}),
    ...(isRanked(category) ? { rank: Number(rank) } : {}),
    ...(isRanked(category) && link.trim() !== '' ? { link: link.trim() } : {}),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(untilMs === undefined ? {} : { untilMs }),
  };
}

export function PlaceFields({
  category,
  place,
  fromHint,
  onChange,
}: {
  readonly category: ContentCategory;
  readonly place: Place;
  readonly fromHint: string;
  readonly onChange: (place: Place) => void;
}) {
  return (
    <>
      {category === 'help' ? (
        <Field label={texts.group}>
          <select value={place.group} onChange={({ target }) => onChange({ ...place, group: target.value as HelpGroup })}>
            {texts.groups.map((group) => (
              <option key={group} value={group}>
                {texts.groupName[group]}
              </option>
            ))}
          </select>
        </Field>
      ) : null}
      {isRanked(category) ? (
        <>
          <Field label={texts.link} hint={category === 'banner' ? texts.bannerLinkHint : texts.contactLinkHint}>
            <input
              value={place.link}
              onChange={({ target }) => onChange({ ...place, link: target.value })}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={500}
            />
          </Field>
          <Field label={texts.rank} hint={texts.rankHint}>
            <input
              type="number"
              min={0}
              max={999}
              value={place.rank}
              onChange={({ target }) => onChange({ ...place, rank: target.value })}
            />
          </Field>
        </>
      ) : null}
      <Field label={texts.begins} hint={fromHint}>
        <input type="datetime-local" value={place.from} onChange={({ target }) => onChange({ ...place, from: target.value })} />
      </Field>
      <Field label={texts.ends} hint={texts.endsHint}>
        <input
          type="datetime-local"
          step={1}
          value={place.until}
          onChange={({ target }) => onChange({ ...place, until: target.value })}
        />
      </Field>
    </>
  );
}
