import { Circle, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { labelIn } from '#kernel/language/label.ts';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { alarmLevel } from '#business/iot/dictionaries.ts';
import { ageWords } from '#business/iot/page/age.rules.ts';
import { alarmStatus } from '#business/iot/alarms/dictionaries.ts';
import { repairStatus } from '#business/intake/dictionaries.ts';
import type { AlarmFlow } from './alarm-flow.calls.ts';

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** A level by its mark and its word: grave ones a triangle, the others a ring. */
export function AlarmLevel({ level }: { level: string }): ReactElement {
  const language = useLanguage();
  const words = alarmLevel.items[level as keyof typeof alarmLevel.items];
  const isGrave = level === 'critical' || level === 'major';
  return (
    <span className="alarm-level" data-level={level}>
      {isGrave ? <TriangleAlert size={13} aria-hidden /> : <Circle size={11} aria-hidden />}
      {words ? labelIn([words[0], words[1]], language) : level}
    </span>
  );
}

export interface AlarmRowProps {
  readonly row: WireRow;
  readonly isSameHome: boolean;
  readonly isCurrent: boolean;
  readonly isPicked: boolean;
  readonly repair: AlarmFlow['repairs'][number] | undefined;
  readonly choose: () => void;
  readonly children?: ReactElement;
}

/** One alarm in a line; the current one opens below it. */
export function AlarmRow({
  row,
  isSameHome,
  isCurrent,
  isPicked,
  repair,
  choose,
  children,
}: AlarmRowProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const age = ageWords(Math.max(0, sinceMoment(text(row.startTime)) / 1000));
  return (
    <li data-current={isCurrent} data-picked={isPicked} data-alarm={row.id}>
      <div
        className="alarm-line"
        role="button"
        tabIndex={0}
        onClick={choose}
        onKeyDown={(event) => event.key === 'Enter' && choose()}
      >
        <span className="alarm-home" data-same={isSameHome}>
          <b>{row._names?.householdId ?? t(['没有家庭', 'No home'])}</b>
          <small className="quiet">{row._names?.roomAddressId ?? ''}</small>
        </span>
        <AlarmLevel level={text(row.level)} />
        <span className="alarm-what">
          <span className="quiet">{row._names?.deviceId ?? ''}</span> <b>{text(row.title)}</b>
        </span>
        <span className="alarm-detail quiet">{text(row.detail)}</span>
        <span className="alarm-age">{labelIn(age, language)}</span>
        <span className="alarm-times quiet">{text(row.repeatCount)}</span>
        <span className="alarm-state">
          <KeyPill of={alarmStatus} value={text(row.alarmStatus)} />
        </span>
        <span className="alarm-order">
          {repair ? (
            <Link to={`/maintenance/asrepairform?id=${repair.id}`} onClick={(event) => event.stopPropagation()}>
              {repair.repairNo} <KeyPill of={repairStatus} value={repair.repairStatus} />
            </Link>
          ) : (
            <span className="quiet">—</span>
          )}
        </span>
      </div>
      {children}
    </li>
  );
}
