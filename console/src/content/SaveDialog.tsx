import { Changes } from '../acts/Changes';
import { PreviewedDialog } from '../acts/PreviewedDialog';
import { callOperation } from '../api/operations';
import { dateTime } from '../parts/times';
import { contentTexts as texts } from '../texts/content';
import type { SaveRequest } from './ArticlePage';

const words = [
  ['title', texts.heading],
  ['summary', texts.summary],
  ['body', texts.body],
] as const;

export function SaveDialog({
  request,
  onDone,
  onClose,
}: {
  readonly request: SaveRequest;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  return (
    <PreviewedDialog
      title={texts.ask(request.title, texts.language(request.language))}
      confirm={texts.save}
      reasonHint={texts.reasonHint}
      ask={(reason, preview) => callOperation('contentSave', { ...request, reason, preview })}
      show={({ validFromMs, before, after }) => (
        <>
          <p className="soft small">{texts.from(dateTime(validFromMs))}</p>
          <Changes
            changes={words
              .filter(([field]) => before[field] !== after[field])
              .map(([field, name]) => ({ name, before: before[field], after: after[field] }))}
          />
        </>
      )}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
