import { asText } from '#kernel/language/values.ts';
import type { ReactElement, ReactNode } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';

interface Step {
  readonly at: string;
  readonly what: Label;
  readonly who?: string;
}

/** Return the steps of an alarm in order of time, from its time fields. */
function stepsOf(row: WireRow): Step[] {
  const steps: readonly (Step | false)[] = [
    {
      at: asText(row.startTime),
      what: row.late ? ['起报（数据迟到）', 'Raised (its message came late)'] : ['起报', 'Raised'],
    },
    asText(row.notifiedTime) !== '' && { at: asText(row.notifiedTime), what: ['已通知', 'People notified'] },
    asText(row.escalatedTime) !== '' && {
      at: asText(row.escalatedTime),
      what: ['没人确认，已升级', 'Unconfirmed, escalated'],
    },
    asText(row.confirmTime) !== '' && {
      at: asText(row.confirmTime),
      what: ['确认', 'Confirmed'],
      who: row._names?.confirmUser,
    },
    asText(row.recoverTime) !== '' && { at: asText(row.recoverTime), what: ['恢复', 'Recovered'] },
    asText(row.releaseTime) !== '' && {
      at: asText(row.releaseTime),
      what: ['解除', 'Released'],
      who: row._names?.releaseUser,
    },
    asText(row.verifyFrom) !== '' && { at: asText(row.verifyFrom), what: ['完工，开始观察', 'Repair done, watched'] },
    asText(row.verdictTime) !== '' && { at: asText(row.verdictTime), what: ['遥测给出结论', 'Telemetry judged'] },
  ];
  return steps.filter((one) => one !== false).toSorted((one, other) => one.at.localeCompare(other.at));
}

function Line({ children }: { children: ReactNode }): ReactElement {
  return <li>{children}</li>;
}

/** History of an alarm: its steps with time and person. */
export function AlarmStory({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const language = useLanguage();
  return (
    <section className="alarm-part">
      <h3>{t(['经过', 'What happened'])}</h3>
      <ol className="alarm-story">
        {stepsOf(row).map((one) => (
          <Line key={one.what[0]}>
            <time>{shortMoment(one.at, language)}</time>
            <span>{t(one.what)}</span>
            <span className="quiet">{one.who}</span>
          </Line>
        ))}
        {Number(row.repeatCount) > 1 && (
          <Line>
            <time>{shortMoment(asText(row.lastTime), language)}</time>
            <span>{t([`一共报了 ${asText(row.repeatCount)} 次`, `Reported ${asText(row.repeatCount)} times`])}</span>
          </Line>
        )}
      </ol>
    </section>
  );
}
