import { useEffect, useMemo, useState } from 'react';
import { shownAsset, type EndpointRequest, type Statement } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { largePageSize, ListEnd, type EndpointPages } from '@tessera/shared/lists';
import { useApi, useSessionState } from '@tessera/shared/react';
import { AmountText, Card, EmptyState, KeyValueList, LiveRegion, Notice, Stack } from '@tessera/shared/ui';
import { useShownScale } from '@tessera/shared/wallet';
import { EntryList } from './EntryList';
import { PrintedStatement } from './PrintedStatement';
import { StatementActions } from './StatementActions';
import { addUp, type Finding } from './sums';
import styles from './Statement.module.css';

export type AskedStatement = EndpointRequest<'statementFile'>;

interface StatementSheetProps {
  /** Account and asset, in words. */
  readonly title: string;
  readonly asked: AskedStatement;
  /** With all entries that were read. */
  readonly statement: Statement;
  readonly pages: Pick<EndpointPages<'statement'>, 'hasMore' | 'isReadingMore' | 'readMore'>;
}

export function StatementSheet({ title, asked, statement, pages }: StatementSheetProps) {
  const { t } = useTranslation('statement');
  const format = useFormat();
  const finding = useMemo(() => addUp(statement), [statement]);
  const zone = useMemo(() => new Intl.DateTimeFormat().resolvedOptions().timeZone, []);
  const until = Math.min(asked.untilMs - 1, statement.asOfMs);
  const period = `${format.date(asked.fromMs)} – ${format.date(until)}`;
  const notes = [t('zone', { zone }), t('asOf', { time: format.dateTime(statement.asOfMs) })];
  const api = useApi();
  // With every entry, once it was asked for on paper.
  const [whole, setWhole] = useState<Statement>();
  useEffect(() => {
    if (whole !== undefined) window.print();
  }, [whole]);

  async function print(): Promise<void> {
    const items = [...statement.items];
    for (let { next } = statement; next !== null;) {
      const page = await api.call('statement', { ...asked, cursor: next, pageSize: largePageSize }, { toastErrors: false });
      items.push(...page.items);
      next = page.next;
    }
    setWhole({ ...statement, items, next: null });
  }

  const all = statement.closing.version - statement.opening.version;
  return (
    <>
      <div className={styles.screen}>
        <Stack gap={3}>
          <div>
            <p className={styles.period}>{period}</p>
            {notes.map((note) => (
              <p key={note} className={styles.note}>
                {note}
              </p>
            ))}
          </div>
          <Figures asked={asked} statement={statement} untilMs={until} />
          <LiveRegion>
            <FindingNotice finding={finding} all={all} />
          </LiveRegion>
          <StatementActions asked={asked} all={all} onPrint={print} />
          {statement.items.length === 0 ? (
            <EmptyState title={t('empty')} detail={t('emptyHint')} />
          ) : (
            <EntryList entries={statement.items} asset={asked.asset} />
          )}
          {pages.hasMore && <ListEnd label={t('more')} isBusy={pages.isReadingMore} onReached={pages.readMore} />}
        </Stack>
      </div>
      <PrintedStatement
        title={title}
        period={period}
        notes={notes.join(' · ')}
        asset={asked.asset}
        statement={whole ?? statement}
      />
    </>
  );
}

function Figures({
  asked,
  statement,
  untilMs,
}: {
  readonly asked: AskedStatement;
  readonly statement: Statement;
  readonly untilMs: number;
}) {
  const { t } = useTranslation('statement');
  const { t: tAssets } = useTranslation('assets');
  const format = useFormat();
  const scaleOf = useShownScale();
  const { mode } = useSessionState();
  const amountOf = (text: string, sign: 'auto' | 'always' = 'auto') => (
    <AmountText amount={text} asset={shownAsset(asked.asset, mode)} leastScale={scaleOf(asked.asset)} sign={sign} />
  );
  return (
    <Card>
      <KeyValueList
        items={[
          {
            key: 'opening',
            label: t('opening'),
            value: amountOf(statement.opening.balance),
            detail: format.date(asked.fromMs),
            isStrong: true,
          },
          ...statement.totals.map(({ kind, entries, moved }) => ({
            key: kind,
            label: tAssets(`records.kind.${kind}`),
            value: amountOf(moved, 'always'),
            detail: t('entries', { n: format.figure(String(entries)) }),
          })),
          {
            key: 'closing',
            label: t('closing'),
            value: amountOf(statement.closing.balance),
            detail: format.date(untilMs),
            isStrong: true,
          },
        ]}
      />
    </Card>
  );
}

/** What the device found when it added up. */
function FindingNotice({ finding, all }: { readonly finding: Finding; readonly all: number }) {
  const { t } = useTranslation('statement');
  const { t: tAssets } = useTranslation('assets');
  const format = useFormat();
  const figure = (value: number) => format.figure(String(value));
  switch (finding.is) {
    case 'agrees':
      return (
        <Notice tone="success" title={t('check.agrees')}>
          {t('check.agreesHint')}
        </Notice>
      );
    case 'so-far':
      return <Notice title={t('check.soFar')}>{t('check.soFarHint', { n: figure(finding.read), all: figure(all) })}</Notice>;
    case 'broken-entry':
      return (
        <Notice tone="danger" title={t('check.broken')}>
          {t('check.atEntry', { n: figure(finding.version) })}
        </Notice>
      );
    case 'broken-closing':
      return (
        <Notice tone="danger" title={t('check.broken')}>
          {t('check.atClosing')}
        </Notice>
      );
    case 'broken-kind':
      return (
        <Notice tone="danger" title={t('check.broken')}>
          {t('check.atKind', { kind: tAssets(`records.kind.${finding.kind}`) })}
        </Notice>
      );
  }
}
