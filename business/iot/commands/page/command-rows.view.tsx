import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { CountTabs } from './count-tabs.view.tsx';
import { RUN_TABS, type RunTab, countOfTab, reasonOf } from './run.rules.ts';
import type { RunState } from './use-run.view.tsx';

const tabLabels: Readonly<Record<RunTab, Label>> = {
  all: ['全部', 'All'],
  trouble: ['要处理', 'Needs hands'],
  underWay: ['在路上', 'Under way'],
  waiting: ['排队', 'Waiting'],
  success: ['成功', 'Success'],
  left: ['没有下发', 'Not sent'],
};

/** The tabs over the commands, each with its count. */
export function RunTabs({
  tab,
  state,
  onTab,
}: {
  tab: RunTab;
  state: RunState | undefined;
  onTab: (tab: RunTab) => void;
}): ReactElement {
  const t = useT();
  return (
    <CountTabs
      tabs={RUN_TABS.map((key) => ({
        key,
        label: tabLabels[key],
        count: countOfTab(state, key),
        isWorry: key === 'trouble',
      }))}
      here={tab}
      onTab={onTab}
    >
      {tab === 'all' && <span className="quiet">{t(['要处理的在前', 'What needs hands comes first'])}</span>}
    </CountTabs>
  );
}

/** Return the time of a moment: with the day unless it is that of the task. */
const timeOf = (moment: unknown): string => String(moment ?? '').slice(11, 19);

interface RowsProps {
  readonly rows: readonly WireRow[];
  readonly here: WireRow | undefined;
  readonly isPhone: boolean;
  readonly onHere: (id: string) => void;
}

function DeviceName({ row }: { row: WireRow }): ReactElement {
  const home = row._names?.householdId;
  return (
    <>
      <Link to={`/matter/exampleDetail?id=${String(row.deviceId)}`}>{home || row._names?.deviceId}</Link>{' '}
      {home && <span className="quiet">{row._names?.deviceId}</span>}
    </>
  );
}

function late(row: WireRow): Label {
  return row.late ? ['迟到：', 'Late: '] : ['', ''];
}

/** The commands of a task: a table, or cards on a phone. */
export function CommandRows({ rows, here, isPhone, onHere }: RowsProps): ReactElement {
  const t = useT();
  if (isPhone)
    return (
      <ul className="run-cards">
        {rows.map((row) => (
          <li key={row.id} data-row={row.id}>
            <p>
              <DeviceName row={row} />
              <span className="spring" />
              <Value of={deviceCommand} row={row} name="execStatus" />
            </p>
            <p className="quiet">{`${t(late(row))}${reasonOf(row)}`}</p>
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
            <th>{t(['状态', 'State'])}</th>
            <th className="end">{t(['次', 'Tries'])}</th>
            <th className="end">{t(['下发', 'Sent'])}</th>
            <th className="end">{t(['耗时 ms', 'Took, ms'])}</th>
            <th className="end">{t(['码', 'Code'])}</th>
            <th>{t(['结果说明', 'Result'])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row={row.id} aria-selected={row.id === here?.id} onClick={() => onHere(row.id)}>
              <td>
                <DeviceName row={row} />
              </td>
              <td>
                <Value of={deviceCommand} row={row} name="execStatus" />
              </td>
              <td className="end">{String(row.attempt ?? 0)}</td>
              <td className="end mono">{timeOf(row.sentTime) || '—'}</td>
              <td className="end">
                {row.costMs === null || row.costMs === undefined ? '—' : grouped(Number(row.costMs))}
              </td>
              <td className="end" data-bad={Number(row.resultCode) >= 400 || undefined}>
                {row.resultCode === null || row.resultCode === undefined ? '—' : String(row.resultCode)}
              </td>
              <td>{`${t(late(row))}${reasonOf(row)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
