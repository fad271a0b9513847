import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useReleaseGuard } from '@tessera/shared/react';
import {
  Button,
  Card,
  EmptyState,
  Globe,
  IconButton,
  List,
  ListRow,
  LiveRegion,
  LoadablePanel,
  Notice,
  Page,
  PageHeader,
  SearchField,
  SearchX,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { useKeptForms } from '../../components/kept/KeptForms';
import { PlaceCredits } from './PlaceCredits';
import { useCities, useCountryName, usePlaceText, type Cities } from './useCities';
import { useOwnPosition, type OwnPosition } from './useOwnPosition';
import { pointQuery, type City } from './world/Place';
import styles from './Location.module.css';

type Found = City & { readonly km?: number };

const nearCount = 5;

/** A city with its country, by name or by where the device is. For the form that asked; without one it is shown on the map. */
export function ChooseLocationPage() {
  const { t } = useTranslation('location');
  const navigation = useNavigation();
  const kept = useKeptForms();
  const { loadable, refetch } = useCities();
  const placeText = usePlaceText();
  const title = t('choose');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  useReleaseGuard(kept.form === undefined ? undefined : title);
  const showOnMap = (city: City) => navigation.navigate('/pages/location/open', pointQuery(city));
  function choose(city: City): void {
    if (kept.form === undefined) return showOnMap(city);
    kept.place = placeText(city);
    navigation.back();
  }
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={4} />} onRetry={refetch}>
          {(known) => <Search cities={known} onChoose={choose} onMap={showOnMap} />}
        </LoadablePanel>
        <PlaceCredits />
      </Stack>
    </Page>
  );
}

interface SearchProps {
  readonly cities: Cities;
  readonly onChoose: (city: City) => void;
  readonly onMap: (city: City) => void;
}

function Search({ cities: { finder, nearestCities }, onChoose, onMap }: SearchProps) {
  const { t } = useTranslation('location');
  const countryName = useCountryName();
  const [query, setQuery] = useState('');
  const { position, ask } = useOwnPosition();
  const find = useMemo(() => finder(countryName), [finder, countryName]);
  const asked = useDeferredValue(query.trim());
  const found: readonly Found[] = useMemo(() => {
    if (asked !== '') return find(asked);
    return position.state === 'found' ? nearestCities(position.point, nearCount) : [];
  }, [asked, find, nearestCities, position]);
  return (
    <Stack gap={4}>
      <SearchField label={t('search')} value={query} onChange={setQuery} />
      {asked === '' && <p className={styles.quiet}>{t('searchHint')}</p>}
      {asked === '' && ask !== undefined && <OwnPlace position={position} onAsk={ask} />}
      <LiveRegion>{found.length > 0 && <p className={styles.quiet}>{t('found', { count: found.length })}</p>}</LiveRegion>
      {found.length > 0 && (
        <Card padding="none">
          <List label={t('results')}>
            {found.map((city) => (
              <CityRow
                key={`${city.name} ${city.latitude} ${city.longitude}`}
                city={city}
                onChoose={() => onChoose(city)}
                onMap={() => onMap(city)}
              />
            ))}
          </List>
        </Card>
      )}
      {asked !== '' && found.length === 0 && <EmptyState icon={SearchX} title={t('none')} detail={t('noneHint')} />}
    </Stack>
  );
}

interface CityRowProps {
  readonly city: Found;
  readonly onChoose: () => void;
  readonly onMap: () => void;
}

function CityRow({ city, onChoose, onMap }: CityRowProps) {
  const { t } = useTranslation('location');
  const format = useFormat();
  const countryName = useCountryName();
  const { name, country, km } = city;
  return (
    <ListRow
      title={name}
      detail={countryName(country)}
      hasChevron={false}
      valueDetail={km === undefined ? undefined : t('away', { km: format.figure(km.toFixed(0)) })}
      onSelect={onChoose}
      action={<IconButton label={t('onMap', { place: name })} icon={Globe} onClick={onMap} />}
    />
  );
}

function OwnPlace({ position, onAsk }: { readonly position: OwnPosition; readonly onAsk: () => void }) {
  const { t } = useTranslation('location');
  const { state } = position;
  return (
    <Stack gap={2}>
      <Button variant="secondary" isBlock isBusy={state === 'asking'} onClick={onAsk}>
        {t('near')}
      </Button>
      <p className={styles.quiet}>{t('nearHint')}</p>
      <LiveRegion>{(state === 'denied' || state === 'unfound') && <Notice tone="warning">{t(`${state}`)}</Notice>}</LiveRegion>
    </Stack>
  );
}
