import type { PartProps } from '../parts';
import { mayAsk } from '../session/mayAsk';
import { ArticleList } from './ArticleList';
import { contentTexts } from '../texts/content';
import { ArticlePage } from './ArticlePage';
import { NewArticle } from './NewArticle';

/** What can be read without an account, a new article ("#/content/new"), or one article in one language: "#/content/agreement/de". */
export function Content({ operator, rest: [article, wanted] }: PartProps) {
  if (article === undefined) return <ArticleList operator={operator} />;
  if (article === 'new' && mayAsk(operator.roles, 'contentCreate')) return <NewArticle operator={operator} />;
  const language = contentTexts.spoken.find((one) => one === wanted) ?? 'en';
  return <ArticlePage article={article} language={language} operator={operator} />;
}
