import { RotateCcw } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { momentOf, sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { alarmVerdict } from '#business/iot/alarms/dictionaries.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { repairStatus } from '#business/intake/dictionaries.ts';
import type { AlarmInsight } from '../insight/insight.calls.ts';

const MINUTE_MS = 60_000;

/** Render every minute while `isOn`. */
function useMinute(isOn: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => tick((one) => one + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}

/** Return the verdict of telemetry on the repair as a sentence; null: none. */
function sentence({ state, from, until, messages, faultAt }: AlarmInsight['verdict']): Label | null {
  if (state === 'none') return null;
  if (state === 'fixed') return ['观察期里没有再报，修好了', 'It did not come again: fixed'];
  if (state === 'unfixed')
    return faultAt === null
      ? ['完工后故障还在，没修好', 'The fault is still there: not fixed']
      : [
          `完工后 ${momentOf(new Date(faultAt)).slice(5, 16)} 的数据里还有故障，没修好`,
          `The values of ${momentOf(new Date(faultAt)).slice(5, 16)} show the fault: not fixed`,
        ];
  if (state === 'noData')
    return ['完工后的数据说不了这个故障，判断不了', 'What was heard since says too little of the fault to tell'];
  const gone = sinceMoment(from) / 1000;
  const left = Math.max(0, -sinceMoment(until) / 1000);
  return [
    `已看 ${spanWords(gone)[0]}，还看 ${spanWords(left)[0]}；收到 ${messages} 条，没有再报`,
    `Watched ${spanWords(gone)[1]}, ${spanWords(left)[1]} to go; ${messages} messages, not raised again`,
  ];
}

/** Progress bar of the hours after a repair in which telemetry is watched; nothing when they are over. */
function Watch({ verdict }: { verdict: AlarmInsight['verdict'] }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  useMinute(verdict.state === 'watching');
  if (verdict.state !== 'watching') return null;
  const gone = sinceMoment(verdict.from);
  const all = gone - sinceMoment(verdict.until);
  return (
    <p className="alarm-watch">
      <time>{shortMoment(verdict.from, language)}</time>
      <progress max={all} value={gone} aria-label={t(['观察进度', 'How long it was watched'])} />
      <time>{shortMoment(verdict.until, language)}</time>
    </p>
  );
}

/**
 * The repair request of an alarm, and the verdict of telemetry. If the fault returned, a button creates a rework
 * request.
 */
export function OrderVerdict({
  insight,
  rework,
}: {
  insight: AlarmInsight;
  rework: (() => void) | null;
}): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  const { order, verdict } = insight;
  if (!order && verdict.state === 'none') return null;
  const verdictWords = sentence(verdict);
  return (
    <section className="alarm-part" data-verdict={verdict.state}>
      <h3>
        {t(['单据与遥测结论', 'Order and verdict'])}
        {verdict.state !== 'none' && <KeyPill of={alarmVerdict} value={verdict.state} />}
      </h3>
      {order && (
        <p>
          <Link to={`/maintenance/asrepairform?id=${order.repairFormId}`}>{order.repairNo}</Link>{' '}
          <span className="quiet">
            {order.repairStatus && <KeyWord of={repairStatus} value={order.repairStatus} />}
          </span>{' '}
          {order.registrationId && (
            <Link to={`/maintenance/chain/${order.registrationId}`}>{t(['一单到底', 'The whole case'])}</Link>
          )}
        </p>
      )}
      {verdictWords && (
        <p>
          {t(verdictWords)}
          {verdict.judgedAt && (
            <small className="quiet">
              {' '}
              {t(['判定于', 'Judged'])} <time>{shortMoment(verdict.judgedAt, language)}</time>
            </small>
          )}
        </p>
      )}
      <Watch verdict={verdict} />
      {verdict.reworkNo && (
        <p>
          {t(['返修单', 'Rework'])}{' '}
          <Link to={`/maintenance/asrepairform?id=${verdict.reworkId}`}>{verdict.reworkNo}</Link>
        </p>
      )}
      {verdict.mayRework && rework && (
        <button type="button" className="button" onClick={rework}>
          <RotateCcw size={15} aria-hidden />
          {t(['转返修', 'Request a rework'])}
        </button>
      )}
    </section>
  );
}
