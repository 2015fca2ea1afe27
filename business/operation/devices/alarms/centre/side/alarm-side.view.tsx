import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { momentOf, serverNow, sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { suppressType } from '#business/iot/alarms/dictionaries.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import type { AlarmFlow } from '../alarm-flow.calls.ts';
import { type MinuteEvent, type MinuteKind, minuteEvents } from './minute-events.rules.ts';
import { PerMinute } from './per-minute.view.tsx';
import type { AlarmLine } from '../use-alarms.view.tsx';

const MINUTE_MS = 60_000;
const MAX_EVENTS = 9;

const kinds: Readonly<Record<MinuteKind, readonly [Label, string]>> = {
  new: [['新', 'New'], 'amber'],
  raised: [['升级', 'Raised'], 'red'],
  recovered: [['恢复', 'Recovered'], 'green'],
  confirmed: [['确认', 'Confirmed'], 'blue'],
  released: [['解除', 'Released'], 'grey'],
};

type Row = AlarmLine['row'];

/** The changes of alarms in the last minute, newest first, with their numbers by kind. */
function LastMinute({ lines, recent }: { lines: readonly AlarmLine[]; recent: readonly Row[] }): ReactElement {
  const t = useT();
  const since = momentOf(new Date(serverNow().getTime() - MINUTE_MS));
  const raised = lines
    .filter((line) => line.word === 'raised' && line.at)
    .map((line): MinuteEvent<Row> => ({ kind: 'raised', at: momentOf(new Date(must(line.at, 'at'))), of: line.row }));
  const events = [...raised, ...minuteEvents(recent, since)]
    .filter((one) => one.at > since)
    .toSorted((one, other) => other.at.localeCompare(one.at));
  const count = (kind: MinuteKind): number => events.filter((one) => one.kind === kind).length;
  return (
    <section className="alarm-minute">
      <h2>
        {t(['最近 1 分钟', 'Last minute'])}
        <span className="spring" />
        {(['new', 'raised', 'recovered', 'confirmed'] as const)
          .filter((kind) => count(kind) > 0)
          .map((kind) => (
            <small key={kind} className={`alarm-${kinds[kind][1]}`}>
              {t(kinds[kind][0])} {count(kind)}
            </small>
          ))}
      </h2>
      {events.length === 0 && <p className="quiet">{t(['这一分钟没有变化', 'Nothing changed in this minute'])}</p>}
      <ul>
        {events.slice(0, MAX_EVENTS).map(({ kind, at, of }) => (
          <li key={`${of.id} ${kind}`}>
            <time>{at.slice(14, 19)}</time>
            <em className={`alarm-tag ${kinds[kind][1]}`}>{t(kinds[kind][0])}</em>
            <span>
              {String(of._names?.householdId ?? of._names?.deviceId ?? '')} {String(of.title)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Return a fact on suppressed alarms of one cause: when the first shelving ends, or the number of homes. */
function silentFact(one: AlarmFlow['silent'][number], language: 'zh' | 'en'): Label {
  if (one.by === 'shelve' && one.until) {
    const until = shortMoment(one.until, language);
    return [`最早到期 ${until}`, `first ends ${until}`];
  }
  return [`${one.homes} 户`, one.homes === 1 ? '1 home' : `${one.homes} homes`];
}

function Silent({ flow }: { flow: AlarmFlow | undefined }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const silent = (flow?.silent ?? []).reduce((all, one) => all + one.count, 0);
  return (
    <section className="alarm-silent">
      <h2>
        {t(['抑制中', 'Suppressed'])}
        <small className="quiet">{t([`${silent} 条，不响不派`, `${silent}, nobody notified`])}</small>
      </h2>
      {flow?.silent.length === 0 && <p className="quiet">{t(['没有被抑制的告警', 'No alarm is suppressed'])}</p>}
      <ul>
        {flow?.silent.map((one) => (
          <li key={one.by}>
            <span>
              <Link to={`/iot/alarmRecord?alarmStatus=suppressed&suppressedBy=${one.by}`}>
                <KeyWord of={suppressType} value={one.by} />
              </Link>
              <small className="quiet">{t(silentFact(one, language))}</small>
            </span>
            <b>{one.count}</b>
            <small className="quiet">
              {one.oldest === null
                ? null
                : one.by === 'storm'
                  ? t([`${shortMoment(one.oldest, language)} 起`, `since ${shortMoment(one.oldest, language)}`])
                  : t([
                      `最久 ${spanWords(sinceMoment(one.oldest) / 1000)[0]}`,
                      `oldest ${spanWords(sinceMoment(one.oldest) / 1000)[1]}`,
                    ])}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Side of the alarm centre: changes of the last minute, new alarms of the last hour, and suppressed alarms by cause.
 */
export function AlarmSide({
  flow,
  lines,
  recent,
}: {
  flow: AlarmFlow | undefined;
  lines: readonly AlarmLine[];
  recent: readonly Row[];
}): ReactElement {
  return (
    <aside className="alarm-side">
      <LastMinute lines={lines} recent={recent} />
      <PerMinute flow={flow} />
      <Silent flow={flow} />
    </aside>
  );
}
