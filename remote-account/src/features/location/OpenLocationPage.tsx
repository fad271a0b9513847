import { useEffect } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, Card, dataOf, EmptyState, Globe, KeyValueList, Page, PageHeader, Stack } from '@tessera/shared/ui';
import { PlaceCredits } from './PlaceCredits';
import { useCities, usePlaceText } from './useCities';
import { readPoint, type Point } from './world/Place';
import { WorldMap } from './WorldMap';

/** Farther away a city says nothing about a place. */
const nearKm = 50;

/** A point on a map that is drawn here: `?lat=47.37&lon=8.55`. */
export function OpenLocationPage() {
  const { t } = useTranslation('location');
  const navigation = useNavigation();
  const [query] = useSearchParams();
  const point = readPoint(query.get('lat'), query.get('lon'));
  const title = t('map');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        {point === undefined ? (
          <EmptyState
            icon={Globe}
            title={t('noPoint')}
            action={
              <Button variant="secondary" onClick={() => navigation.redirect('/pages/location/choose')}>
                {t('choose')}
              </Button>
            }
          />
        ) : (
          <Place key={`${point.latitude} ${point.longitude}`} point={point} />
        )}
        <PlaceCredits />
      </Stack>
    </Page>
  );
}

/** The map does not wait for the cities: they only name the place. */
function Place({ point }: { readonly point: Point }) {
  const { t } = useTranslation('location');
  const format = useFormat();
  const placeText = usePlaceText();
  const cities = dataOf(useCities().loadable);
  const nearest = cities?.nearestCities(point, 1)[0];
  const city = nearest !== undefined && nearest.km <= nearKm ? placeText(nearest) : undefined;
  const degrees = (value: number) => `${format.figure(value.toFixed(2))}°`;
  const coordinates = `${degrees(point.latitude)} / ${degrees(point.longitude)}`;
  return (
    <Stack gap={4}>
      <WorldMap point={point} name={t('mapOf', { place: city ?? coordinates })} />
      <Card>
        <KeyValueList
          items={[
            ...(city === undefined ? [] : [{ key: 'city', label: t('nearest'), value: city }]),
            { key: 'coordinates', label: t('coordinates'), value: coordinates },
          ]}
        />
      </Card>
    </Stack>
  );
}
