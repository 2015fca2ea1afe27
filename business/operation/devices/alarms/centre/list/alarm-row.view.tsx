import { asText } from '#kernel/language/values.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useMay } from '#kernel/web/registry/papers.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { repairStatus } from '#business/intake/dictionaries.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import type { AlarmOrder } from '../alarm-flow.calls.ts';
import { AlarmLevel } from '#business/iot/alarms/alarm/alarm-level.view.tsx';
import type { AlarmLine } from '../use-alarms.view.tsx';
import { useSwipe } from './use-swipe.view.tsx';
import type { LineWord } from '../wall-lines.rules.ts';

/** An alarm that is older than this (seconds) shows its age in amber. */
const LONG_SEC = 3600;

const words: Readonly<Record<LineWord, readonly [Label, string]>> = {
  new: [['新', 'New'], 'amber'],
  raised: [['刚升级', 'Raised'], 'red'],
  again: [['再次', 'Again'], 'red'],
  recovered: [['已恢复', 'Recovered'], 'green'],
  confirmed: [['已确认', 'Confirmed'], 'blue'],
  closed: [['已关闭', 'Closed'], 'grey'],
  released: [['已解除', 'Released'], 'grey'],
  suppressed: [['已抑制', 'Suppressed'], 'violet'],
};

export interface AlarmRowProps {
  readonly line: AlarmLine;
  /** Place among the lines of its home: the only one, first, second, or later. */
  readonly place: 'alone' | 'first' | 'second' | 'next';
  readonly isCurrent: boolean;
  readonly isPicked: boolean;
  readonly order: AlarmOrder | undefined;
  readonly choose: () => void;
  readonly open: () => void;
  readonly pick: () => void;
  readonly confirm: () => void;
  readonly children?: ReactElement;
}

/** The repair request of an alarm with its state, or that one will soon be created automatically. */
function Order({ line, order }: Pick<AlarmRowProps, 'line' | 'order'>): ReactElement {
  const t = useT();
  const { row } = line;
  const number = order?.repairNo ?? row._names?.repairFormId;
  const mayOpen = useMay(repairForm)('view');
  if (row.repairFormId && number) {
    const className = `alarm-tag ${order ? (repairStatus.items[order.repairStatus]?.[2] ?? 'grey') : 'grey'}`;
    const words = (
      <>
        {number.slice(0, 2)}…{number.slice(-4)} {order && <KeyWord of={repairStatus} value={order.repairStatus} />}
      </>
    );
    if (!mayOpen) return <span className={className}>{words}</span>;
    return (
      <Link
        className={className}
        to={`/maintenance/asrepairform?id=${asText(row.repairFormId)}`}
        onClick={(event) => event.stopPropagation()}
      >
        {words}
      </Link>
    );
  }
  if (row.autoRepair === 'auto' && row.repairDue)
    return <span className="alarm-tag amber">{t(['稍后自动报修', 'Requested soon'])}</span>;
  return <span className="quiet">—</span>;
}

/** Person and time of the confirmation, or a dash. */
function Confirmed({ line: { row } }: Pick<AlarmRowProps, 'line'>): ReactElement {
  const language = useLanguage();
  const who = row._names?.confirmUser;
  if (!who && !row.confirmTime) return <span className="quiet">—</span>;
  return (
    <>
      {who} <span className="quiet">{shortMoment(asText(row.confirmTime), language)}</span>
    </>
  );
}

/** Home and address of an alarm. If a home has several lines, the first shows its name and the second its address. */
function Home({ line: { row }, place }: Pick<AlarmRowProps, 'line' | 'place'>): ReactElement {
  const t = useT();
  const phone = usePhone();
  const name = row._names?.householdId ?? t(['没有家庭', 'No home']);
  const address = row._names?.roomAddressId ?? '';
  if (phone || place === 'alone')
    return (
      <span className="alarm-home">
        <b>{name}</b> <span className="quiet">{address}</span>
      </span>
    );
  return (
    <span className="alarm-home">
      {place === 'first' ? <b>{name}</b> : place === 'second' && <span className="quiet">{address}</span>}
    </span>
  );
}

/** One alarm as a line, on a phone as a card; `children` is its expanded part. */
export function AlarmRow(props: AlarmRowProps): ReactElement {
  const { line, place, isCurrent, isPicked, order, choose, open, pick, confirm, children } = props;
  const t = useT();
  const { row } = line;
  const phone = usePhone();
  const swipe = useSwipe({ swiped: confirm, held: pick });
  const seconds = Math.max(0, sinceMoment(asText(row.startTime)) / 1000);
  const changeLabel = line.word && words[line.word];
  return (
    <li
      data-current={isCurrent}
      data-picked={isPicked}
      data-alarm={line.id}
      data-changed={line.word !== undefined}
      data-gone={line.isGone ?? false}
      data-place={place}
      data-level={line.level}
    >
      <div
        className="alarm-line"
        role="button"
        tabIndex={0}
        aria-pressed={isPicked}
        onClick={() => {
          if (!swipe.wasMeant()) choose();
        }}
        onDoubleClick={open}
        onKeyDown={(event) => event.key === 'Enter' && choose()}
        onFocus={(event) => event.target.matches(':focus-visible') && choose()}
        {...(phone ? swipe.handlers : {})}
      >
        <Home line={line} place={place} />
        <AlarmLevel level={line.level} />
        <span className="alarm-what">
          <span className="quiet">{row._names?.deviceId ?? ''}</span> <span>{asText(row.title)}</span>
          {row.late === true && <em className="alarm-tag amber">{t(['迟到', 'Late'])}</em>}
          {changeLabel && <em className={`alarm-tag ${changeLabel[1]}`}>{t(changeLabel[0])}</em>}
        </span>
        <span className="alarm-detail">{asText(row.detail)}</span>
        <span className="alarm-age" data-long={seconds >= LONG_SEC && !line.isGone}>
          {t(spanWords(seconds))}
        </span>
        <span className="alarm-times quiet">{asText(row.repeatCount)}</span>
        <span className="alarm-who">
          <Confirmed line={line} />
        </span>
        <span className="alarm-order">
          <Order line={line} order={order} />
        </span>
      </div>
      {children}
    </li>
  );
}
