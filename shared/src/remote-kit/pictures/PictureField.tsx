/**
 * A field whose value is a picture that the server has: taken with the camera or chosen from the album, seen in a frame, sent, taken
 * again. Bound like its siblings (`form.bind`); the value is the upload's id.
 */
import { clsx } from 'clsx';
import { useId, type ChangeEvent } from 'react';
import { languageTag, useErrorText, useLanguage } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import {
  Button,
  Camera,
  CheckCircle2,
  FieldFrame,
  ImagePlus,
  LiveRegion,
  RefreshCw,
  Upload,
  type LucideIcon,
} from '@tessera/shared/ui';
import type { AppError } from '../../domain/errors';
import { PicturePreview } from './PicturePreview';
import { sizeText } from './sizeText';
import { usePictureUpload, type PictureUploadParts } from './usePictureUpload';
import styles from './PictureField.module.css';

export interface PictureFieldProps extends PictureUploadParts {
  readonly label: string;
  /** How the picture should be; that of a document when absent. */
  readonly hint?: string | undefined;
  readonly value: string | undefined;
  readonly problem: string | undefined;
}

const accepted = 'image/jpeg,image/png,image/webp';
/** What another try of the same picture does not change. */
const isFinal = ({ code }: AppError): boolean =>
  ['UPLOAD_TOO_LARGE', 'UPLOAD_TYPE_WRONG', 'UPLOAD_EXISTS', 'UPLOAD_TOO_MANY'].includes(code);

export function PictureField({ label, hint, value, problem, ...parts }: PictureFieldProps) {
  const { t } = useTranslation('pictures');
  const errorText = useErrorText();
  const language = languageTag(useLanguage());
  const { state, choose, send, cancel } = usePictureUpload(parts);
  const progressId = useId();
  const picture = 'picture' in state ? state.picture : undefined;
  const refusal = 'problem' in state && state.problem !== undefined ? errorText(state.problem) : undefined;
  const share = state.stage === 'sending' ? state.share : undefined;
  const isSent = state.stage === 'sent' || (state.stage === 'empty' && value !== undefined);
  const isBusy = state.stage === 'preparing' || share !== undefined;
  const size = picture === undefined ? '' : sizeText(picture.size, language);
  const shareText = new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor((share ?? 0) * 100) / 100);
  const status = {
    empty: value === undefined ? undefined : t('sent'),
    preparing: t('preparing'),
    chosen: t('chosen', { size }),
    sending: undefined,
    failed: t('failed', { size }),
    sent: t('sent'),
  }[state.stage];

  return (
    <FieldFrame label={label} hint={isSent ? undefined : (hint ?? t('hint'))} problem={refusal ?? problem}>
      {({ id, ...aria }) => (
        <div className={styles.field}>
          <div className={clsx(styles.frame, picture === undefined && styles.waiting)}>
            {picture === undefined ? (
              <ImagePlus aria-hidden size={36} />
            ) : (
              <PicturePreview picture={picture} alt={t('preview', { name: label })} />
            )}
          </div>
          <LiveRegion>
            {status !== undefined && (
              <span className={clsx(styles.status, isSent && styles.sent)}>
                {isSent && <CheckCircle2 aria-hidden size={18} />}
                {status}
              </span>
            )}
          </LiveRegion>
          {share !== undefined && (
            <div className={styles.sending}>
              <span id={progressId}>{t('sending', { share: shareText })}</span>
              <progress aria-labelledby={progressId} max={1} value={share} />
            </div>
          )}
          {picture !== undefined && state.stage === 'chosen' && (
            <Button isBlock icon={Upload} onClick={() => void send(picture)}>
              {t('send')}
            </Button>
          )}
          {picture !== undefined && state.stage === 'failed' && !isFinal(state.problem) && (
            <Button isBlock icon={RefreshCw} onClick={() => void send(picture)}>
              {t('retry')}
            </Button>
          )}
          {picture !== undefined && share !== undefined && (
            <Button isBlock variant="secondary" onClick={() => cancel(picture)}>
              {t('cancel')}
            </Button>
          )}
          <div className={styles.sources}>
            <Source
              isCamera
              name={`${label}: ${t('camera')}`}
              text={t('camera')}
              icon={Camera}
              disabled={isBusy}
              onPick={(file) => void choose(file)}
            />
            <Source
              id={id}
              aria={aria}
              text={t('album')}
              icon={ImagePlus}
              disabled={isBusy}
              onPick={(file) => void choose(file)}
            />
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

interface SourceProps {
  /** The one that the field's label names. */
  readonly id?: string;
  readonly aria?: { readonly 'aria-invalid': true | undefined; readonly 'aria-describedby': string | undefined };
  readonly isCamera?: boolean;
  readonly name?: string;
  readonly text: string;
  readonly icon: LucideIcon;
  readonly disabled: boolean;
  readonly onPick: (file: File) => void;
}

/** A real file input lies over what looks like a button: keyboard and screen reader see the input. */
function Source({ id, aria, isCamera = false, name, text, icon: Icon, disabled, onPick }: SourceProps) {
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // So that the same file can be picked again.
    currentTarget.value = '';
    if (file !== undefined) onPick(file);
  };
  return (
    <label className={clsx(styles.source, isCamera && styles.camera, disabled && styles.disabled)}>
      <Icon aria-hidden size={18} />
      <span>{text}</span>
      <input
        {...aria}
        id={id}
        type="file"
        accept={accepted}
        capture={isCamera ? 'environment' : undefined}
        aria-label={name}
        disabled={disabled}
        className={styles.input}
        onChange={pick}
      />
    </label>
  );
}
