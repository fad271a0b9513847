/** What people were told that does not read whole, in any language: a place without its word, or a figure that is none. */
import { languages } from '@tessera/shared/contract';
import { sayMessage } from '../src/content/sayMessage';
import { shippedTexts } from '../src/content/texts';
import type { Db } from '../src/store/database';

export async function brokenMessages(db: Db): Promise<string[]> {
  const texts = shippedTexts();
  const rows = await db.selectFrom('userMessage').select(['kind', 'params']).execute();
  return rows.flatMap((row) =>
    languages.flatMap((language) =>
      (['title', 'body'] as const).map((part) => sayMessage(texts, language, row, part)).filter((said) => /NaN|\{\{/.test(said)),
    ),
  );
}
