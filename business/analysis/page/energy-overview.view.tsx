import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { SparkLine } from '#kernel/web/chart/spark-line.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type Energy, energyNames } from '../energy/energies.rules.ts';
import { energyOverview } from '../energy/energy.calls.ts';
import { energyChange, shiftedDate, shownNumber } from './energy-page.rules.ts';
import { DateStep } from './date-step.view.tsx';
import { FigureMark } from './figure-mark.view.tsx';

/**
 * Table of all visible devices of an energy with their use in a month, highest use first. A row opens the page of its
 * device.
 */
export function EnergyOverview({
  energy,
  date,
  setDate,
  thisMonth,
}: {
  energy: Energy;
  date: string;
  setDate: (date: string) => void;
  thisMonth: string;
}): ReactElement {
  const t = useT();
  const go = useNavigate();
  const { data } = useCall(energyOverview, { energy, date }, { quiet: true });
  const devices = data?.devices ?? [];
  const known = devices.filter((one) => one.value !== null);
  const most = Math.max(1, ...known.map((one) => one.value ?? 0));
  const open = (id: string): void => void go(`/analysis/${energy}?device=${id}&date=${date}`);
  return (
    <div className="energy-page">
      <header className="page-head">
        <h1>{t(energyNames[energy])}</h1>
        <small className="quiet">
          {data &&
            t([
              `${devices.length} 台设备，${known.length} 台有数据`,
              `${devices.length} devices, ${known.length} with data`,
            ])}
        </small>
        <Link to={`/analysis/efficiency?energy=${energy}`}>{t(['能效榜', 'Efficiency'])}</Link>
        <span className="spring" />
        <DateStep date={date} isLast={date >= thisMonth} step={(by) => setDate(shiftedDate('month', date, by))} />
      </header>
      {data && devices.length === 0 ? (
        <div className="table-empty">
          <b>{t(['还没有测这种能源的设备', 'No device measures this energy yet'])}</b>
          <span>
            {t([
              '绑定设备到家庭以后，这里按月列出用量',
              'Once devices are bound to homes, what they use is listed here',
            ])}
          </span>
        </div>
      ) : (
        <div className="energy-table energy-overview" aria-busy={!data}>
          <table>
            <thead>
              <tr>
                <th>{t(['家庭', 'Home'])}</th>
                <th>{t(['设备', 'Device'])}</th>
                <th>{t(['每天', 'By day'])}</th>
                <th>
                  {t(['本月用量', 'This month'])} {data?.unit}
                </th>
                <th>{t(['去年同期', 'Last year'])}</th>
                <th>{t(['变化', 'Change'])}</th>
                <th>{t(['有数据', 'Data'])}</th>
              </tr>
            </thead>
            <tbody>
              {devices.map((one) => (
                <tr
                  key={one.id}
                  tabIndex={0}
                  onClick={() => open(one.id)}
                  onKeyDown={(event) => event.key === 'Enter' && open(one.id)}
                >
                  <td>
                    <b>{one.home}</b> <small className="quiet">{one.address}</small>
                  </td>
                  <td>{one.name}</td>
                  <td>
                    <SparkLine values={one.days} width={90} height={20} />
                  </td>
                  <td>
                    <i className="energy-share" style={{ width: `${((one.value ?? 0) / most) * 100}%` }} />
                    {shownNumber(one.value)} {one.mark && <FigureMark words={one.mark} />}
                  </td>
                  <td>{shownNumber(one.before)}</td>
                  <td>{energyChange(one.value, one.before) ?? '–'}</td>
                  <td data-tone={one.coverage < 0.95 ? 'warn' : undefined}>{Math.round(one.coverage * 100)}%</td>
                </tr>
              ))}
            </tbody>
          </table>
          {data?.isCut && (
            <p className="quiet">{t(['只列出前面的设备，请用设备页看其余', 'Only the first devices are listed'])}</p>
          )}
        </div>
      )}
    </div>
  );
}
