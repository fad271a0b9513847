/** "2026-11-20 22:00 UTC": the words around it are made when they are read, in any language. */
export const utcText = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
