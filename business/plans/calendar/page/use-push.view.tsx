import { useState } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { manualPush } from '../../push/log/scheme-push.calls.ts';
import { schemePush } from '../../push/log/scheme-push.paper.ts';
import type { PlanRow } from '../plan-calendar.calls.ts';

/** Visits of one call. */
const MAX_AT_ONCE = 100;

/** Does the visit still wait for its customer? Only such visits are pushed. */
export const isPushable = ({ planStatus, registrationFormId }: PlanRow): boolean =>
  (planStatus === 'planned' || planStatus === 'pushed') && !registrationFormId;

/** Return how many visits were pushed, wait or were left out, with the first reason. */
function resultWords(results: CallAnswer<typeof manualPush>): Label {
  const of = (result: 'sent' | 'waits' | 'out'): number => results.filter((one) => one.result === result).length;
  const why = results.find(({ result }) => result !== 'sent')?.reason;
  const [sent, waits, out] = [of('sent'), of('waits'), of('out')];
  return [
    `已推送 ${sent} 次，等待 ${waits} 次，没推 ${out} 次${why ? `：${why[0]}` : ''}`,
    `${sent} pushed, ${waits} wait, ${out} left out${why ? `: ${why[1]}` : ''}`,
  ];
}

/** Push planned visits to their customers by text message, after a question. */
export function usePushVisits(done: () => void) {
  const t = useT();
  const mayPush = useMay(schemePush)('push');
  const [busy, setBusy] = useState(false);
  const push = async (rows: readonly PlanRow[]): Promise<void> => {
    const planIds = rows
      .filter(isPushable)
      .flatMap(({ id }) => id ?? [])
      .slice(0, MAX_AT_ONCE);
    if (busy || planIds.length === 0) return;
    const isSure = await ask({
      title: t([`给 ${planIds.length} 次保养发短信？`, `Send text messages for ${planIds.length} visits?`]),
      text: t([
        '退订的客户、免打扰时段和每天上限照旧生效。',
        'Customers who opted out, quiet hours and the limit of a day still count.',
      ]),
      yes: t(['推送', 'Push']),
    });
    if (!isSure) return;
    setBusy(true);
    // A refusal is shown by the call, so it is ignored here.
    const results = await askCall(manualPush, { planIds, channels: ['sms'] }).catch(() => null);
    setBusy(false);
    if (results) toast.plain(t(resultWords(results)));
    done();
  };
  return { mayPush, busy, push: (rows: readonly PlanRow[]) => void push(rows) };
}
