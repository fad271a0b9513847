import { z } from 'zod';

/** A setting that is JSON: the value itself, to be judged by a schema after it. Not set: an empty list. */
export const jsonText = z
  .string()
  .default('[]')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  });
