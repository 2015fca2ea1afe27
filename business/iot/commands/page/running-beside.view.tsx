import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { buttonOf } from '#kernel/language/paper.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import type { BenchName } from '#business/masterdata/piles/bench-roles.rules.ts';
import { upgradeTask } from '../../firmware/tasks/upgrade-task.paper.ts';
import { instructionTask } from '../task/instruction-task.paper.ts';
import { runPath } from './task-queue.view.tsx';
import { useTaskStates, useTasks } from './use-run.view.tsx';
import './running-beside.css';

const MOST = 5;

interface Running {
  readonly id: string;
  readonly to: string;
  readonly name: string;
  readonly devices: number;
  readonly percent: number;
}

/** Read the upgrade tasks that run, the newest first. */
function useUpgrades(isOn: boolean): readonly Running[] {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', upgradeTask.name, 'running', language],
    queryFn: ({ signal }) =>
      readList(upgradeTask, { current: 1, size: MOST, taskStatus_in: 'running,paused', descs: 'id' }, signal),
    placeholderData: keepPreviousData,
    enabled: isOn,
  });
  return (data?.records ?? []).map((task) => ({
    id: task.id,
    to: `/iot/upgradeTask/${task.id}`,
    name: String(task.taskName ?? ''),
    devices: Number(task.targetCount ?? 0),
    percent: Number(task.progress ?? 0),
  }));
}

function Tasks({ hasUpgrades }: { hasUpgrades: boolean }): ReactElement | null {
  const t = useT();
  const { data } = useTasks('running,paused');
  const tasks = (data?.records ?? []).slice(0, MOST);
  const states = useTaskStates(tasks.map(({ id }) => id));
  const running: Running[] = [
    ...tasks.map((task) => ({
      id: task.id,
      to: runPath(task.id),
      name: String(task.taskName ?? ''),
      devices: Number(task.targetCount ?? 0),
      percent: states.get(task.id)?.percent ?? 0,
    })),
    ...useUpgrades(hasUpgrades),
  ];
  if (running.length === 0) return null;
  return (
    <section className="bench-card running-beside">
      <h2>
        {t(['在跑', 'Running'])} <small className="quiet">{running.length}</small>
      </h2>
      <ul>
        {running.map(({ id, to, name, devices, percent }) => (
          <li key={id}>
            <Link to={to}>
              <span>{name}</span>
              <small className="quiet">{t([`${grouped(devices)} 台`, `${grouped(devices)} devices`])}</small>
              <span className="running-bar" role="img" aria-label={`${percent}%`}>
                <i style={{ width: `${percent}%` }} />
              </span>
              <b>{percent}%</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Tasks of instructions and upgrades that run, beside the list of those who send them. */
export default function RunningBeside({ bench }: { bench: BenchName }): ReactElement | null {
  const buttons = useButtons();
  const isSender = (bench === 'iot' || bench === 'operator') && buttons.has(buttonOf(instructionTask, 'view'));
  return isSender ? <Tasks hasUpgrades={buttons.has(buttonOf(upgradeTask, 'view'))} /> : null;
}
