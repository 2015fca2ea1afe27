import { ArrowUp, ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { labelIn } from '#kernel/language/label.ts';
import { momentWords } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { AlarmFlow, AlarmOrder } from '../alarm-flow.calls.ts';
import { AlarmLines } from './alarm-lines.view.tsx';
import { homeKey } from '../alarm-order.rules.ts';
import type { AlarmLine } from '../use-alarms.view.tsx';
import type { Hands } from '../use-hands.view.tsx';

export interface AlarmListProps {
  readonly isLoaded: boolean;
  readonly isFailed: boolean;
  readonly flow: AlarmFlow | undefined;
  readonly shown: readonly AlarmLine[];
  readonly folded: readonly AlarmLine[];
  readonly isAll: boolean;
  readonly recovered: readonly AlarmLine[];
  readonly confirmed: readonly AlarmLine[];
  readonly waiting: number;
  /** Total number of alarms by part. If more exist than are shown, a link leads to the rest. */
  readonly totals: { readonly open: number; readonly recovered: number; readonly confirmed: number };
  readonly hands: Hands;
  readonly orders: ReadonlyMap<string, AlarmOrder>;
  readonly toggleAll: () => void;
  readonly letIn: () => void;
}

const homesOf = (lines: readonly AlarmLine[]): number => new Set(lines.map(homeKey)).size;

/** Heading with the names of the columns. */
function Columns(): ReactElement {
  const t = useT();
  return (
    <div className="alarm-line alarm-columns-head" aria-hidden>
      <span>{t(['家庭', 'Home'])}</span>
      <span>{t(['级别', 'Level'])}</span>
      <span>{t(['设备与告警', 'Device and alarm'])}</span>
      <span>{t(['触发值', 'Value'])}</span>
      <span className="alarm-age">{t(['持续', 'For'])}</span>
      <span className="alarm-times">{t(['次', '×'])}</span>
      <span>{t(['确认', 'Confirmed'])}</span>
      <span>{t(['单据', 'Order'])}</span>
    </div>
  );
}

/** Link to the alarm records, if the page shows fewer alarms than there are. */
function Rest({ count, shown, to }: { count: number; shown: number; to: string }): ReactElement | null {
  const t = useT();
  if (count <= shown) return null;
  return (
    <p className="alarm-rest">
      <Link to={to}>{t([`还有 ${count - shown} 条，去告警记录看`, `${count - shown} more in the alarm records`])}</Link>
    </p>
  );
}

function Folded({ folded, isAll, toggleAll }: Pick<AlarmListProps, 'folded' | 'isAll' | 'toggleAll'>): ReactElement {
  const t = useT();
  const minor = folded.filter((one) => one.level === 'minor').length;
  const info = folded.length - minor;
  return (
    <button type="button" className="alarm-fold" aria-expanded={isAll} onClick={toggleAll}>
      {isAll ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
      {isAll
        ? t([`次要 ${minor}、提示 ${info} 已展开`, `Minor ${minor}, info ${info} shown`])
        : t([`另有次要 ${minor}、提示 ${info} 折着`, `Minor ${minor}, info ${info} collapsed`])}
      <kbd>X</kbd>
      {t(isAll ? ['收起', 'Collapse'] : ['展开', 'Show'])}
    </button>
  );
}

/** Shown in place of an empty list: no alarms, still loading, or failed to load. */
function Nothing({ isLoaded, isFailed, flow }: Pick<AlarmListProps, 'isLoaded' | 'isFailed' | 'flow'>): ReactElement {
  const t = useT();
  const language = useLanguage();
  if (!isLoaded && isFailed)
    return (
      <p className="alarm-none">{t(['没有读到告警，稍后再试', 'The alarms could not be read; it is tried again'])}</p>
    );
  if (!isLoaded)
    return (
      <div className="alarm-skeleton" aria-busy="true">
        {Array.from({ length: 8 }, (_, at) => (
          <i key={at} className="skeleton" style={{ width: `${40 + ((at * 17) % 40)}%` }} />
        ))}
      </div>
    );
  return (
    <p className="alarm-none quiet">
      {t(['没有未确认的告警', 'No alarm is unconfirmed'])}
      {flow?.lastOver && (
        <Link to={`/iot/alarmRecord?id=${flow.lastOver.id}`}>
          {labelIn(
            [
              `最近一条 ${momentWords(flow.lastOver.at, 'zh')} 恢复`,
              `The last one was over at ${momentWords(flow.lastOver.at, 'en')}`,
            ],
            language,
          )}
        </Link>
      )}
    </p>
  );
}

/** The list in three parts: unconfirmed, recovered but unconfirmed, and confirmed but not recovered. */
export function AlarmList(props: AlarmListProps): ReactElement {
  const { shown, folded, isAll, recovered, confirmed, waiting, totals, hands, orders } = props;
  const t = useT();
  const open = [...shown, ...(isAll ? [] : folded)];
  const homes = homesOf(open);
  const unordered = confirmed.filter((one) => !one.row.repairFormId).length;
  return (
    <>
      <Columns />
      <h2>
        {t([`未确认 ${totals.open}`, `Unconfirmed ${totals.open}`])}
        <small className="quiet">
          {t([
            `${homes} 户，级别在前、最久在前`,
            `${homes} ${homes === 1 ? 'home' : 'homes'}, most severe first, oldest first`,
          ])}
        </small>
        <span className="spring" />
        {waiting > 0 && (
          <button type="button" className="link alarm-pill" onClick={props.letIn}>
            <ArrowUp size={13} aria-hidden />
            {t([`${waiting} 条新告警放入`, `Let ${waiting} new in`])} <kbd>N</kbd>
          </button>
        )}
      </h2>
      {open.length === 0 && <Nothing {...props} />}
      <AlarmLines list={isAll ? shown.filter((one) => !folded.includes(one)) : shown} hands={hands} orders={orders} />
      {folded.length > 0 && <Folded {...props} />}
      {isAll && <AlarmLines list={folded} hands={hands} orders={orders} />}
      <Rest
        count={totals.open}
        shown={shown.length + (isAll ? 0 : folded.length) + waiting}
        to="/iot/alarmRecord?alarmStatus=active"
      />
      {totals.recovered > 0 && (
        <>
          <h2>
            {t([`已恢复，未确认 ${totals.recovered}`, `Recovered, unconfirmed ${totals.recovered}`])}
            <span className="spring" />
            <button type="button" className="link" onClick={() => hands.pickAll(recovered.map((one) => one.id))}>
              {t(['全部选中', 'Select all'])}
            </button>
          </h2>
          <AlarmLines list={recovered} hands={hands} orders={orders} />
          <Rest count={totals.recovered} shown={recovered.length} to="/iot/alarmRecord?alarmStatus=recovered" />
        </>
      )}
      {totals.confirmed > 0 && (
        <>
          <h2>
            {t([`已确认，仍在 ${totals.confirmed}`, `Confirmed, still on ${totals.confirmed}`])}
            <small className="quiet">
              {confirmed.length > 0 &&
                t([`${homesOf(confirmed)} 户`, `${homesOf(confirmed)} ${homesOf(confirmed) === 1 ? 'home' : 'homes'}`])}
            </small>
            <span className="spring" />
            {unordered > 0 && (
              <small className="quiet">{t([`${unordered} 条还没有单`, `${unordered} without an order`])}</small>
            )}
          </h2>
          <AlarmLines list={confirmed} hands={hands} orders={orders} />
          <Rest count={totals.confirmed} shown={confirmed.length} to="/iot/alarmRecord?alarmStatus=confirmed" />
        </>
      )}
    </>
  );
}
