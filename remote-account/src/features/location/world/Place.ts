/** Degrees, north and east positive. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A city of the list. */
export interface City extends Point {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Of an address's query; undefined when it names no point of the earth. */
export function readPoint(latitude: string | null, longitude: string | null): Point | undefined {
  const [north, east] = [latitude, longitude].map((text) =>
    text !== null && /^-?\d{1,3}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN,
  );
  if (north === undefined || east === undefined) return undefined;
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : undefined;
}

export const pointQuery = ({ latitude, longitude }: Point): { lat: string; lon: string } => ({
  lat: latitude.toFixed(2),
  lon: longitude.toFixed(2),
});
