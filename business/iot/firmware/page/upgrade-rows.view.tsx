import { RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { upgradeRun } from '../tasks/upgrade-run.paper.ts';
import { factOf, shownPercent, tookWords } from './upgrade.rules.ts';

interface RowsProps {
  readonly rows: readonly WireRow[];
  readonly devices: ReadonlyMap<string, WireRow>;
  readonly here: WireRow | undefined;
  /** Attempts that a device may have: the first one and its retries. */ readonly attempts: number;
  readonly isPhone: boolean;
  readonly onHere: (id: string) => void;
  readonly onRetry: ((row: WireRow) => void) | undefined;
}

function Where({ row, of }: { row: WireRow; of: WireRow | undefined }): ReactElement {
  const home = of?._names?.householdId;
  return (
    <>
      <Link to={`/matter/exampleDetail?id=${String(row.deviceId)}`}>{home || row._names?.deviceId}</Link>{' '}
      <span className="quiet">{home ? (of._names?.roomAddressId ?? row._names?.deviceId) : ''}</span>
    </>
  );
}

function Versions({ row }: { row: WireRow }): ReactElement {
  const isDone = row.upgradeStatus === 'success';
  return (
    <span className="up-versions">
      {String(row.fromVersion ?? '—')} → {isDone ? <b>{String(row.toVersion)}</b> : String(row.toVersion ?? '')}
    </span>
  );
}

function ProgressCell({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const percent = shownPercent(String(row.upgradeStatus), Number(row.percent ?? 0));
  const words = t(factOf(row));
  return (
    <span className="up-progress">
      {percent !== null && (
        <>
          <i aria-hidden>
            <b style={{ width: `${percent}%` }} />
          </i>
          <span>{percent}%</span>
        </>
      )}
      {words && <span className={percent === null ? undefined : 'quiet'}>{words}</span>}
    </span>
  );
}

const attemptWords = (row: WireRow, most: number): string => {
  const attempt = Number(row.attempt ?? 0);
  const isTrouble = attempt > 1 || ['failed', 'timeout'].includes(String(row.upgradeStatus));
  return isTrouble ? `${attempt} / ${most}` : String(attempt);
};

/** The devices of a batch: a table, or cards on a phone. */
export function UpgradeRows({ rows, devices, here, attempts, isPhone, onHere, onRetry }: RowsProps): ReactElement {
  const t = useT();
  const retryable = (row: WireRow): boolean => ['failed', 'timeout', 'canceled'].includes(String(row.upgradeStatus));
  const again = (row: WireRow): ReactElement | null =>
    onRetry && retryable(row) ? (
      <button type="button" className="link" onClick={() => onRetry(row)}>
        <RotateCcw size={13} aria-hidden /> {t(['重试', 'Retry'])}
      </button>
    ) : null;
  if (isPhone)
    return (
      <ul className="run-cards">
        {rows.map((row) => (
          <li key={row.id} data-row={row.id}>
            <p>
              <Where row={row} of={devices.get(String(row.deviceId))} />
              <span className="spring" />
              <Value of={upgradeRun} row={row} name="upgradeStatus" />
            </p>
            <p className="quiet">
              <Versions row={row} /> <ProgressCell row={row} />
              <span className="spring" />
              {again(row)}
            </p>
          </li>
        ))}
      </ul>
    );
  return (
    <div className="run-scroll" tabIndex={0} role="region" aria-label={t(['设备', 'Devices'])}>
      <table className="run-table">
        <thead>
          <tr>
            <th>{t(['家庭', 'Home'])}</th>
            <th>{t(['版本', 'Version'])}</th>
            <th>{t(['状态', 'State'])}</th>
            <th>{t(['进度与原因', 'Progress and reason'])}</th>
            <th className="end">{t(['次', 'Tries'])}</th>
            <th className="end">{t(['最近', 'Last'])}</th>
            <th className="end">{t(['用时', 'Took'])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row={row.id} aria-selected={row.id === here?.id} onClick={() => onHere(row.id)}>
              <td>
                <Where row={row} of={devices.get(String(row.deviceId))} />
              </td>
              <td>
                <Versions row={row} />
              </td>
              <td>
                <Value of={upgradeRun} row={row} name="upgradeStatus" />
              </td>
              <td>
                <ProgressCell row={row} /> {again(row)}
              </td>
              <td className="end">{attemptWords(row, attempts)}</td>
              <td className="end">{String(row.lastTime ?? row.endTime ?? '').slice(11, 16) || '—'}</td>
              <td className="end">{t(tookWords(row.notifiedTime, row.endTime ?? row.lastTime)) || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
