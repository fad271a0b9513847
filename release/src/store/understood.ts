import type * as z from 'zod/mini';

/** Undefined: damaged, or written by another version of the software. */
export function understood<Shape>(shape: z.ZodMiniType<Shape>, text: string): Shape | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
