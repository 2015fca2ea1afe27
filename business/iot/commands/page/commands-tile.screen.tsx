import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { today } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useGroups } from '#kernel/web/list/ways/groups/use-groups.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { execStatus } from '../dictionaries.ts';
import { ENDED, successShare } from './success-share.rules.ts';
import { runPath } from './task-queue.view.tsx';
import { useTaskStates, useTasks } from './use-run.view.tsx';
import './commands-tile.css';

const MOST = 5;

/** Tile with the success of the commands of today, and the tasks that run now. */
export default function CommandsTile(): ReactElement {
  const t = useT();
  const words = useDictionary(execStatus);
  const since = `${today()} 00:00:00`;
  const counted = useGroups(deviceCommand, 'execStatus', { commandTime_datege: since, execStatus_in: ENDED.join(',') });
  const groups = counted.data?.groups ?? [];
  const share = successShare(groups);
  const running = (useTasks('running,paused').data?.records ?? []).slice(0, MOST);
  const states = useTaskStates(running.map(({ id }) => id));
  const lost = groups.filter(({ key, count }) => key !== 'success' && count > 0);
  return (
    <>
      <h2>
        {t(['下行成功', 'Commands that succeeded'])} <small className="quiet">{t(['今天', 'today'])}</small>
        <Link to={`/iot/deviceCommand?commandTime_datege=${encodeURIComponent(since)}`}>
          {t(['指令记录', 'All commands'])}
        </Link>
      </h2>
      {counted.data && (
        <p className="commands-share">
          <b>{share.percent === null ? '—' : `${share.percent.toFixed(1)}%`}</b>
          <span className="quiet">
            {grouped(share.success)} / {grouped(share.ended)}
          </span>
          <em data-good={share.isGood}>{t(share.verdict)}</em>
        </p>
      )}
      {lost.length > 0 && (
        <p className="quiet">
          {lost
            .map(({ key, count }) => `${words.find((one) => one.key === key)?.label ?? key} ${grouped(count)}`)
            .join(t(['，', ', ']))}
        </p>
      )}
      <h3>
        {t(['在跑', 'Running'])} <small className="quiet">{running.length}</small>
      </h3>
      {running.length === 0 && <p className="quiet">{t(['没有在跑的任务', 'No task runs'])}</p>}
      <ul className="commands-running">
        {running.map((task) => {
          const percent = states.get(task.id)?.percent ?? 0;
          return (
            <li key={task.id}>
              <Link to={runPath(task.id)}>{String(task.taskName ?? '')}</Link>
              <small className="quiet">
                {t([
                  `${grouped(Number(task.targetCount ?? 0))} 台`,
                  `${grouped(Number(task.targetCount ?? 0))} devices`,
                ])}
              </small>
              <span className="commands-bar" role="img" aria-label={`${percent}%`}>
                <i style={{ width: `${percent}%` }} />
              </span>
              <b>{percent}%</b>
            </li>
          );
        })}
      </ul>
    </>
  );
}
