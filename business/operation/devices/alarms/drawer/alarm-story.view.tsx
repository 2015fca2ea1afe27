import type { ReactElement, ReactNode } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

interface Step {
  readonly at: string;
  readonly what: Label;
  readonly who?: string;
}

/** What happened to an alarm, by its own times. */
function stepsOf(row: WireRow): Step[] {
  const steps: readonly (Step | false)[] = [
    {
      at: text(row.startTime),
      what: row.late ? ['起报（数据迟到）', 'Raised (its message came late)'] : ['起报', 'Raised'],
    },
    text(row.notifiedTime) !== '' && { at: text(row.notifiedTime), what: ['已通知', 'People notified'] },
    text(row.escalatedTime) !== '' && {
      at: text(row.escalatedTime),
      what: ['没人确认，已升级', 'Unconfirmed, escalated'],
    },
    text(row.confirmTime) !== '' && {
      at: text(row.confirmTime),
      what: ['确认', 'Confirmed'],
      who: row._names?.confirmUser,
    },
    text(row.recoverTime) !== '' && { at: text(row.recoverTime), what: ['恢复', 'Recovered'] },
    text(row.releaseTime) !== '' && {
      at: text(row.releaseTime),
      what: ['解除', 'Released'],
      who: row._names?.releaseUser,
    },
    text(row.verifyFrom) !== '' && { at: text(row.verifyFrom), what: ['完工，开始观察', 'Repair done, watched'] },
    text(row.verdictTime) !== '' && { at: text(row.verdictTime), what: ['遥测给出结论', 'Telemetry judged'] },
  ];
  return steps.filter((one) => one !== false).toSorted((one, other) => one.at.localeCompare(other.at));
}

function Line({ children }: { children: ReactNode }): ReactElement {
  return <li>{children}</li>;
}

/** When what happened, and by whom. */
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
            <time>{shortMoment(text(row.lastTime), language)}</time>
            <span>{t([`一共报了 ${text(row.repeatCount)} 次`, `Reported ${text(row.repeatCount)} times`])}</span>
          </Line>
        )}
      </ol>
    </section>
  );
}
