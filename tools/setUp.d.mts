export const root: string;
/** `version` is "20.20.2"; `range` is carets joined by "||". */
export function isNodeAccepted(version: string, range: string): boolean;
