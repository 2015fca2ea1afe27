import type { ReactElement } from 'react';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { IngestFigures } from '../../values/values.calls.ts';
import { useRates } from './use-monitor.view.tsx';

type Part = IngestFigures['parts'][number];

/** The write queues of a process, each with its times. */
export function LaneRows({ part }: { part: Part }): ReactElement {
  const t = useT();
  const rates = useRates(part.at, new Map(part.lanes.map((one, at) => [String(at), one.written])));
  return (
    <section>
      <h2>
        {t(['通道', 'Lanes'])}
        <small className="quiet">
          {t([
            `按设备分 ${part.lanes.length} 路，一台设备的次序不乱；主机 ${part.host}，进程 ${part.pid}`,
            `${part.lanes.length} by device, so the order of each holds; host ${part.host}, process ${part.pid}`,
          ])}
        </small>
        <span className="spring" />
        <small className="quiet">
          {t(['收到 = 已落库或已暂存并刷盘，才回执', 'Received = stored or on disk, then acknowledged'])}
        </small>
      </h2>
      <div className="ingest-wide">
        <table className="ingest-lanes">
          <thead>
            <tr>
              <th>{t(['通道', 'Lane'])}</th>
              <th>{t(['排队', 'Waiting'])}</th>
              <th>{t(['条 / 秒', 'Per second'])}</th>
              <th>{t(['已写', 'Written'])}</th>
              <th>{t(['每批条数', 'Per batch'])}</th>
              <th>{t(['落库中位 ms', 'Median (ms)'])}</th>
              <th>{t(['落库 99% ms', '99% (ms)'])}</th>
              <th>{t(['暂存', 'On disk'])}</th>
            </tr>
          </thead>
          <tbody>
            {part.lanes.map((one, at) => (
              <tr key={at}>
                <td>{at + 1}</td>
                <td>{grouped(one.queue)}</td>
                <td>{rates.get(String(at))?.toFixed(1) ?? '—'}</td>
                <td>{grouped(one.written)}</td>
                <td>{one.batches === 0 ? '—' : (one.written / one.batches).toFixed(1)}</td>
                <td>{one.commitP50Ms.toFixed(1)}</td>
                <td>{one.commitP99Ms.toFixed(1)}</td>
                <td data-worry={one.spooled > 0 || undefined}>
                  {one.spooled === 0
                    ? t(['0，直写', '0, direct'])
                    : `${grouped(one.spooled)} (${(one.spoolBytes / 2 ** 20).toFixed(1)} MB)`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
