export function withRunningTest<Loaded>(load: () => Loaded): Loaded;
