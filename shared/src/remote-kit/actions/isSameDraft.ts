/** Do both ask for the same? Their data say so; functions in them are left out. */
export const isSameDraft = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
