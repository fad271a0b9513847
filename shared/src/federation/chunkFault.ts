/** Is this error a part of a release that did not come? Scripts say so by their error's name, styles in its message. */
export const isChunkFault = (error: unknown): boolean => /ChunkLoadError|Loading (CSS )?chunk/.test(String(error));
