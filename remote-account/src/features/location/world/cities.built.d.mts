declare const cities: {
  readonly names: readonly string[];
  readonly countries: string;
  readonly latitudes: readonly number[];
  readonly longitudes: readonly number[];
};
export default cities;
