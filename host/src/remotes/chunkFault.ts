/** Is this error a part of a release that did not come? Scripts and styles each have their own sign. */
export function isChunkFault(error: unknown): boolean {
  const { name, message, code } =
    error instanceof Error
      ? (error as Error & { readonly code?: unknown })
      : { name: '', message: String(error), code: undefined };
  return name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED' || /ChunkLoadError|Loading (CSS )?chunk/.test(message);
}
