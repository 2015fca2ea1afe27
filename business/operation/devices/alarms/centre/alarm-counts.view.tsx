import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { grouped } from '#kernel/language/plural.ts';
import type { Label } from '#kernel/language/label.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import type { AlarmFlow } from './alarm-flow.calls.ts';
import { AlarmLevel } from '#business/iot/alarms/alarm/alarm-level.view.tsx';

const LEVELS = ['critical', 'major', 'minor', 'info'] as const;

interface Counted {
  readonly count: number;
  readonly oldest: string | null;
  readonly ordered: number;
}

function counted(flow: AlarmFlow | undefined, status: string, level?: string): Counted {
  const rows = (flow?.counts ?? []).filter(
    (one) => one.status === status && (level === undefined || one.level === level),
  );
  return {
    count: rows.reduce((all, one) => all + one.count, 0),
    oldest: rows.map((one) => one.oldest).toSorted()[0] ?? null,
    ordered: rows.reduce((all, one) => all + one.ordered, 0),
  };
}

function Count({
  to,
  head,
  count,
  fact,
  tone,
}: {
  to: string;
  head: ReactElement | string;
  count: number | undefined;
  fact: Label | null;
  tone?: string;
}): ReactElement {
  const t = useT();
  return (
    <Link to={to} data-tone={count ? tone : undefined}>
      <span>{head}</span>
      <span>
        <b>{count === undefined ? <i className="skeleton" style={{ width: 24 }} /> : grouped(count)}</b>
        <small className="quiet">{fact ? t(fact) : ''}</small>
      </span>
    </Link>
  );
}

const oldestFact = ({ oldest }: Counted): Label | null => {
  if (!oldest) return null;
  const [zh, en] = spanWords(sinceMoment(oldest) / 1000);
  return [`最久 ${zh}`, `oldest ${en}`];
};

/**
 * Show the number of alarms by state and level, with the age of the oldest. Each number links to the list of these
 * alarms.
 */
export function AlarmCounts({ flow }: { flow: AlarmFlow | undefined }): ReactElement {
  const t = useT();
  const of = (one: Counted): number | undefined => flow && one.count;
  const recovered = counted(flow, 'recovered');
  const confirmed = counted(flow, 'confirmed');
  const silent = counted(flow, 'suppressed');
  const storm = flow?.silent.find((one) => one.by === 'storm')?.count ?? 0;
  return (
    <div className="alarm-counts">
      {LEVELS.map((level) => {
        const one = counted(flow, 'active', level);
        return (
          <Count
            key={level}
            to={`/iot/alarmRecord?alarmStatus=active&level=${level}`}
            head={
              <>
                <AlarmLevel level={level} />
                <span className="quiet">{t(['未确认', 'unconfirmed'])}</span>
              </>
            }
            count={of(one)}
            fact={oldestFact(one)}
            tone={level}
          />
        );
      })}
      <Count
        to="/iot/alarmRecord?alarmStatus=recovered"
        head={t(['已恢复，未确认', 'Recovered, unconfirmed'])}
        count={of(recovered)}
        fact={recovered.count > 0 ? ['可一并确认', 'confirm together'] : null}
      />
      <Count
        to="/iot/alarmRecord?alarmStatus=confirmed"
        head={t(['已确认，仍在', 'Confirmed, still on'])}
        count={of(confirmed)}
        fact={confirmed.count > 0 ? [`${confirmed.ordered} 条有单`, `${confirmed.ordered} with an order`] : null}
      />
      <Count
        to="/iot/alarmRecord?alarmStatus=suppressed"
        head={<span className="alarm-violet">{t(['抑制中', 'Suppressed'])}</span>}
        count={of(silent)}
        fact={storm > 0 ? [`风暴 ${storm}`, `storm ${storm}`] : null}
      />
    </div>
  );
}
