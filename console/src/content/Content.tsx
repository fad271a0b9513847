import type { PartProps } from '../parts';
import { ArticleList } from './ArticleList';
import { contentTexts } from '../texts/content';
import { ArticlePage } from './ArticlePage';

/** What can be read without an account, or one article in one language: "#/content/agreement/de". */
export function Content({ operator, rest: [article, wanted] }: PartProps) {
  if (article === undefined) return <ArticleList />;
  const language = contentTexts.spoken.find((one) => one === wanted) ?? 'en';
  return <ArticlePage article={article} language={language} operator={operator} />;
}
