import { useState } from 'react';
import type { EndpointResponse, Project } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, subtract, toText } from '@tessera/shared/money';
import { useRemoteContext, withLaterParts } from '@tessera/shared/react';
import {
  AmountText,
  Button,
  Card,
  Download,
  KeyValueList,
  LiveRegion,
  Notice,
  saveJson,
  SectionHeading,
  Stack,
} from '@tessera/shared/ui';
import { SoftText } from '../../components/SoftText';
import { useShareText } from './useShareText';
import styles from './Projects.module.css';

interface ProjectResultProps {
  readonly project: Project;
  readonly result: NonNullable<Project['result']>;
}

/** The published share, its statement, and this person's part of it. */
export function ProjectResult({ project, result }: ProjectResultProps) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const shareText = useShareText();
  const { joined, returned, asset } = project;
  return (
    <section>
      <SectionHeading>{t('ended.title')}</SectionHeading>
      <Stack gap={3}>
        <Card>
          <Stack gap={3}>
            <div>
              <p className={styles.share}>{shareText(result.share)}</p>
              <SoftText>{t('ended.everybody')}</SoftText>
            </div>
            <p className={styles.text}>{result.statement}</p>
            <KeyValueList
              items={[
                { key: 'published', label: t('ended.published'), value: format.dateTime(result.publishedAtMs) },
                { key: 'record', label: t('ended.record'), value: format.figure(String(result.recordSeq)) },
                ...(joined === null
                  ? []
                  : [{ key: 'joined', label: t('ended.joined'), value: <AmountText amount={joined} asset={asset} /> }]),
                ...(joined === null || returned === null
                  ? []
                  : [
                      {
                        key: 'profit',
                        label: t('ended.profit'),
                        value: (
                          <AmountText amount={toText(subtract(amount(returned), amount(joined)))} asset={asset} sign="always" />
                        ),
                      },
                      {
                        key: 'returned',
                        label: t('ended.returned'),
                        value: <AmountText amount={returned} asset={asset} />,
                        isStrong: true,
                      },
                    ]),
              ]}
            />
            {joined !== null && returned === null && <Notice>{t('ended.settling')}</Notice>}
            <CheckButton project={project} recordSeq={result.recordSeq} />
          </Stack>
        </Card>
      </Stack>
    </section>
  );
}

type Entries = EndpointResponse<'publicRecord'>['entries'];

/** Compares the result with the public record in this browser, or saves a file that anyone can check elsewhere. */
function CheckButton({ project, recordSeq }: { readonly project: Project; readonly recordSeq: number }) {
  const { t } = useTranslation('projects');
  const context = useRemoteContext();
  const [state, setState] = useState<'idle' | 'busy' | 'right' | 'wrong' | 'failed'>('idle');
  const [read, setRead] = useState<Entries>([]);
  async function check(): Promise<void> {
    setState('busy');
    try {
      const [{ entries }, { checkResult }] = await Promise.all([
        context.api.call('publicRecord', { fromSeq: recordSeq - 1, limit: 2 }, { toastErrors: false }),
        withLaterParts(context, () => import(/* webpackChunkName: "projects.check" */ './checkResult')),
      ]);
      setRead(entries);
      setState(checkResult(entries, project) ? 'right' : 'wrong');
    } catch {
      setState('failed');
    }
  }
  return (
    <Stack gap={3}>
      <Button variant="secondary" isBlock isBusy={state === 'busy'} onClick={() => void check()}>
        {t('ended.check')}
      </Button>
      <LiveRegion>
        {state === 'right' && <Notice tone="success">{t('ended.right')}</Notice>}
        {state === 'wrong' && <Notice tone="danger">{t('ended.wrong')}</Notice>}
        {state === 'failed' && <Notice tone="warning">{t('ended.failed')}</Notice>}
      </LiveRegion>
      {(state === 'right' || state === 'wrong') && (
        <Button
          variant="secondary"
          isBlock
          icon={Download}
          onClick={() => saveJson(`project-${project.id}`, { project, entries: read })}
        >
          {t('ended.export')}
        </Button>
      )}
    </Stack>
  );
}
