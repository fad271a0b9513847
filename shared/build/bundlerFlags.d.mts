export const bundlerFlags: readonly string[];
