import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { commandLog } from '../control/control.calls.ts';
import { deviceCommand } from '../device-command.paper.ts';
import './send-command.css';

const SHOWN = 6;

/** The last commands of a device with their state; absent for people who may not read them, or before the first one. */
export function DeviceCommands({ id }: { id: string }): ReactElement | null {
  const t = useT();
  const may = useMay(deviceCommand);
  const { data } = useCall(
    commandLog,
    { deviceId: id, current: 1, size: SHOWN },
    { enabled: id !== '' && may('view'), quiet: true },
  );
  if (!data || data.records.length === 0) return null;
  return (
    <section>
      <h2>
        {t(['最近指令', 'Last commands'])}
        <span className="spring" />
        <Link to={`/iot/deviceCommand?deviceId=${id}`} className="device-more">
          {t(['指令记录', 'All commands'])}
        </Link>
      </h2>
      <ol className="device-commands">
        {data.records.map((row) => (
          <li key={row.id} title={String(row.resultMsg ?? row.reason ?? '')}>
            <time>{shortMoment(String(row.commandTime))}</time>
            <span>{String(row.title ?? '')}</span>
            {row.file ? (
              <Value of={deviceCommand} row={row} name="file" />
            ) : (
              <Value of={deviceCommand} row={row} name="execStatus" />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
