/** Run when the app is built. The world's land as one path: a unit is a degree, the top left corner is 180° west, 90° north. */
import atlas from 'world-atlas/land-110m.json' with { type: 'json' };
import { feature } from 'topojson-client';

const tenth = (degrees) => Math.round(degrees * 10) / 10;
const ring = (points) => `M${points.map(([east, north]) => `${tenth(east + 180)} ${tenth(90 - north)}`).join('L')}Z`;

const land = feature(atlas, atlas.objects.land);
const polygons = land.features.flatMap(({ geometry }) =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
);

export default { path: polygons.flat().map(ring).join('') };
