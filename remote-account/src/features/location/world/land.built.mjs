/** Run when the app is built. The world's land as one path: a unit is a degree, the top left corner is 180° west, 90° north. */
import atlas from 'world-atlas/land-110m.json' with { type: 'json' };
import { feature } from 'topojson-client';

const southPole = -90;

/** A coast that crosses the date line goes on beyond it; one around the south pole is closed along the map's lower edge. */
function unrolled(ring) {
  let turns = 0;
  const points = ring.map(([east, north], place) => {
    const step = place === 0 ? 0 : east - ring[place - 1][0];
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [east + 360 * turns, north];
  });
  return turns === 0 ? points : [...points, [points.at(-1)[0], southPole], [points[0][0], southPole]];
}

/** As often as parts of it lie on the map. */
function copies(points) {
  const easts = points.map(([east]) => east);
  return [-360, 0, 360]
    .filter((shift) => Math.max(...easts) + shift > -180 && Math.min(...easts) + shift < 180)
    .map((shift) => points.map(([east, north]) => [east + shift, north]));
}

const tenth = (degrees) => Math.round(degrees * 10) / 10;
const path = (points) => `M${points.map(([east, north]) => `${tenth(east + 180)} ${tenth(90 - north)}`).join('L')}Z`;

const land = feature(atlas, atlas.objects.land);
const polygons = land.features.flatMap(({ geometry }) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
);

export default { path: polygons.flat().map(unrolled).flatMap(copies).map(path).join('') };
