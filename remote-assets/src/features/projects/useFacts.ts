import type { Project } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import type { KeyValue } from '@tessera/shared/ui';

/** A project's facts: bounds, participants, money, dates. */
export function useFacts(): (project: Project) => readonly KeyValue[] {
  const { t } = useTranslation('projects');
  const format = useFormat();
  return ({ asset, min, max, participants, maxParticipants, taken, capacity, closesAtMs, endsAtMs }) => {
    const of = (part: string, whole: string) => t('of', { part: format.figure(part), whole: format.figure(whole) });
    return [
      { key: 'participants', label: t('facts.participants'), value: of(String(participants), String(maxParticipants)) },
      {
        key: 'taken',
        label: t('facts.taken'),
        value: `${capacity === null ? format.figure(taken) : of(taken, capacity)} ${asset}`,
      },
      {
        key: 'bounds',
        label: t('facts.perPerson'),
        value: t('bounds', { min: format.figure(min), max: format.figure(max), asset }),
      },
      { key: 'closes', label: t('facts.closes'), value: format.dateTime(closesAtMs) },
      { key: 'ends', label: t('facts.ends'), value: format.dateTime(endsAtMs) },
    ];
  };
}
