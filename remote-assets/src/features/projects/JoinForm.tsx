/** Joining a project: amount and risk; then the review, the step-up, and the outcome. */
import { useState } from 'react';
import { ReviewSheet, useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import type { Project } from '@tessera/shared/contract';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isPositive, toText } from '@tessera/shared/money';
import { OnlineButton, useDialogs, useRefresh } from '@tessera/shared/react';
import { StepUpForm } from '@tessera/shared/step-up';
import { AmountField, Checkbox, Notice, SectionHeading, Stack } from '@tessera/shared/ui';
import { useWallet } from '@tessera/shared/wallet';
import { ActionBar } from '../../components/ActionBar';
import { MoneyActionNotice } from '../../components/MoneyActionNotice';
import { joinProblem, mostOf, type JoinProblem } from './joinProblem';
import { useJoinAdapter } from './useJoinAdapter';

export function JoinForm({ project }: { readonly project: Project }) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const wallet = useWallet();
  const [typed, setTyped] = useState('');
  const [agrees, setAgrees] = useState(false);
  const joining = useJoining();
  const { action, isUnderWay } = joining;
  const { id, asset, scale, termsSeq } = project;
  const held = wallet.data?.coin.find((coin) => coin.asset === asset)?.available;
  const available = wallet.data === undefined ? undefined : amount(held ?? '0');
  const parsed = format.parseTyped(typed, scale);
  const wanted = parsed.ok ? amount(parsed.value) : undefined;
  const problem = joinProblem(wanted, project, available);
  const problemText = (of: JoinProblem) =>
    'bound' in of ? t(`problem.${of.code}`, { amount: format.figure(of.bound), asset }) : t(`problem.${of.code}`);
  const most = available === undefined ? undefined : mostOf(project, available);
  const stops = problem !== undefined ? problemText(problem) : agrees ? undefined : t('join.agreeFirst');
  return (
    <section>
      <SectionHeading>{t('join.title')}</SectionHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted === undefined || stops !== undefined || isUnderWay) return;
          joining.ask({ projectId: id, amount: toText(wanted), termsSeq }, { terms: undefined });
        }}
      >
        <Stack gap={4}>
          <AmountField
            label={t('join.amount')}
            name="amount"
            value={typed}
            onChange={setTyped}
            unit={asset}
            scale={scale}
            disabled={isUnderWay}
            onMax={most !== undefined && isPositive(most) ? () => setTyped(format.forInput(toText(most))) : undefined}
            hint={available === undefined ? undefined : t('join.available', { amount: format.figure(available), asset })}
            problem={problem !== undefined && 'bound' in problem ? problemText(problem) : undefined}
          />
          <Notice tone="warning">{t('join.risk')}</Notice>
          <Checkbox label={t('join.agree')} isOn={agrees} onChange={setAgrees} disabled={isUnderWay} />
          <ActionBar>
            <MoneyActionNotice action={action} unknown={t('join.unknown')} />
            <OnlineButton type="submit" size="lg" isBlock isBusy={isUnderWay} disabled={stops !== undefined}>
              {stops ?? t('join.submit')}
            </OnlineButton>
          </ActionBar>
        </Stack>
      </form>
      <JoinReview joining={joining} project={project} />
    </section>
  );
}

function useJoining() {
  const { t } = useTranslation('projects');
  const dialogs = useDialogs();
  const refresh = useRefresh();
  const adapter = useJoinAdapter();
  useResumedAction(adapter);
  const joining = useMoneyAction(adapter, {
    guard: t('join.sending'),
    onAccepted() {
      joining.close();
      dialogs.toast(t('join.done'), { tone: 'success' });
      refresh('walletList', 'walletDetail', 'projects', 'projectOrders');
    },
  });
  return joining;
}

/** The review of a participation, and the step-up. */
function JoinReview({ joining, project }: { readonly joining: ReturnType<typeof useJoining>; readonly project: Project }) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const errorText = useErrorText();
  const { action } = joining;
  const draft = 'draft' in action ? action.draft : undefined;
  const challenge = action.state === 'stepUp' ? action.challenge : undefined;
  return (
    <ReviewSheet
      handle={joining}
      title={t('join.review')}
      rows={
        draft === undefined
          ? undefined
          : [
              { key: 'project', label: t('join.project'), value: project.name },
              {
                key: 'amount',
                label: t('join.amount'),
                value: `${format.figure(draft.amount)} ${project.asset}`,
                isStrong: true,
              },
              { key: 'ends', label: t('facts.ends'), value: format.dateTime(project.endsAtMs) },
            ]
      }
      note={t('join.risk')}
      unknown={t('join.unknown')}
      confirm={t('join.confirm')}
      stepUp={
        <StepUpForm
          purpose="project"
          isBusy={joining.isUnderWay}
          problem={challenge === undefined || challenge.code === 'AUTH_STEP_UP_REQUIRED' ? undefined : errorText(challenge)}
          refusedWith={challenge?.code}
          onGive={(proof) => joining.prove(JSON.stringify(proof))}
        />
      }
    />
  );
}
