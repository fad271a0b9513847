import type { ProjectShown } from '@tessera/shared/operations';

export const nameInEnglish = ({ texts }: Pick<ProjectShown, 'texts'>): string =>
  texts.find(({ language }) => language === 'en')?.name ?? '';
