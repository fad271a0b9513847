export const longFiles: readonly string[];
export const lateFiles: readonly string[];

interface OrderedTest {
  readonly path: string;
  readonly context: object;
}

export default class LongestFirst {
  constructor(options: object);
  /** What is known of the run before, by the context of its tests: path, then whether it passed (1) and its milliseconds. */
  readonly _cache: Map<object, Readonly<Record<string, readonly [number, number]>>>;
  sort<Test extends OrderedTest>(tests: readonly Test[]): Test[];
}
