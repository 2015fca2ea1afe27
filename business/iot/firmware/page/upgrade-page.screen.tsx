import { FileText, Lock, Pause, Play, StepForward, Undo2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { lastOf } from '#kernel/language/must.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import '../../commands/page/run-page.css';
import { CountTabs } from '../../commands/page/count-tabs.view.tsx';
import { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import { BatchColumns } from './batch-columns.view.tsx';
import { UPGRADE_TABS, type UpgradeTab, upgradesOfTab, tabLabels } from './upgrade.rules.ts';
import { UpgradeRows } from './upgrade-rows.view.tsx';
import { UpgradeSide } from './upgrade-side.view.tsx';
import { type UpgradeSteps, useUpgradeSteps } from './use-steps.view.tsx';
import {
  type Progress,
  SHOWN_UPGRADES,
  useDevices,
  useFirmware,
  useProgress,
  useRuns,
  useUpgradeChanges,
  useUpgradeTask,
} from './use-upgrade.view.tsx';
import './upgrade-page.css';

/** The button of the next batch. While gates are closed it states how many, and only the lead may press it. */
function NextBatch({ progress, steps }: { progress: Progress; steps: UpgradeSteps }): ReactElement | null {
  const t = useT();
  const press = steps.act('nextBatch');
  if (!press || progress.wave >= progress.batches.length) return null;
  const next = progress.wave + 1;
  const closed = progress.batches[progress.wave - 1].gates.filter(({ state }) => state !== 'met');
  const why = closed.map(({ words }) => t(words)).join(t(['；', '; ']));
  const isLocked = closed.length > 0 && !steps.mayPass;
  const label = closed.length
    ? t([`放行第 ${next} 批，差 ${closed.length} 关`, `Batch ${next}: ${closed.length} gates closed`])
    : t([`开始第 ${next} 批`, `Begin batch ${next}`]);
  return (
    <button
      type="button"
      className="button"
      aria-disabled={isLocked}
      title={isLocked ? t([`${why}。主管可以说明原因放行`, `${why}. The lead may pass them with a reason`]) : why}
      onClick={isLocked ? undefined : press}
    >
      {closed.length ? <Lock size={15} aria-hidden /> : <StepForward size={15} aria-hidden />} {label}
    </button>
  );
}

/** Return the sentence under the name: devices, versions before, size, and pace. */
function useSummary(task: WireRow, of: WireRow | undefined): string {
  const t = useT();
  const size = Number(of?.fileSize ?? 0);
  const mode = String(task._names?.pushMode ?? '');
  const from = String(task.sourceVersions ?? '');
  return [
    t([`${grouped(Number(task.targetCount ?? 0))} 台`, `${grouped(Number(task.targetCount ?? 0))} devices`]),
    from && t([`从 ${from}`, `from ${from}`]),
    size > 0 && (size >= 1_048_576 ? `${(size / 1_048_576).toFixed(2)} MB` : `${Math.ceil(size / 1024)} KB`),
    mode,
    task.rolloutPerMin &&
      t([`每分 ${grouped(Number(task.rolloutPerMin))} 台`, `${grouped(Number(task.rolloutPerMin))} a minute`]),
  ]
    .filter(Boolean)
    .join(t(['，', ', ']));
}

function Head({
  task,
  of,
  progress,
  steps,
}: {
  task: WireRow;
  of: WireRow | undefined;
  progress: Progress | undefined;
  steps: UpgradeSteps;
}): ReactElement {
  const t = useT();
  const summary = useSummary(task, of);
  const [pause, resume] = [steps.act('pause'), steps.act('resume')];
  const [run, runNow] = [steps.act('run'), steps.act('runNow')];
  return (
    <header className="page-head run-head">
      <h1>{String(task.taskName ?? '')}</h1>
      <Value of={upgradeTask} row={task} name="taskStatus" />
      <small className="quiet up-summary">
        <span className="mono">{String(task.taskNo ?? '')}</span> {summary}
      </small>
      <span className="spring" />
      <Link className="button plain" to={`/matter/firmware?id=${String(task.firmwareId)}`}>
        <FileText size={15} aria-hidden /> {t(['固件', 'Firmware'])}
      </Link>
      {steps.cancel && (
        <button type="button" className="button plain danger" onClick={steps.cancel}>
          {t(['取消…', 'Cancel …'])}
        </button>
      )}
      {steps.wayBack && (
        <button type="button" className="button" onClick={steps.wayBack}>
          <Undo2 size={15} aria-hidden /> {t(['退回…', 'Take back …'])}
        </button>
      )}
      {progress && <NextBatch progress={progress} steps={steps} />}
      {pause && (
        <button type="button" className="button strong" onClick={pause}>
          <Pause size={15} aria-hidden /> {t(['暂停', 'Pause'])} <kbd>P</kbd>
        </button>
      )}
      {(resume ?? run ?? runNow) && (
        <button type="button" className="button strong" onClick={resume ?? run ?? runNow}>
          <Play size={15} aria-hidden />{' '}
          {resume ? t(['继续', 'Continue']) : run ? t(['执行', 'Run']) : t(['立即执行', 'Run now'])}{' '}
          {resume && <kbd>P</kbd>}
        </button>
      )}
    </header>
  );
}

function Foot({ version }: { version: string }): ReactElement {
  const t = useT();
  return (
    <footer className="run-foot">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t(['移动', 'move'])}
      </span>
      <span>
        <kbd>R</kbd> {t(['重试', 'retry'])}
      </span>
      <span>
        <kbd>Enter</kbd> {t(['打开设备', 'open the device'])}
      </span>
      <span className="spring" />
      <span className="quiet">
        {t([
          `成功只认设备自己报的 ${version}，下载满 100% 不算`,
          `Only ${version} reported by the device counts as success, not a full download`,
        ])}
      </span>
    </footer>
  );
}

/** Bind the keys of the page. */
function useUpgradeKeys(
  of: {
    readonly rows: readonly WireRow[];
    readonly here: WireRow | undefined;
    readonly go: (id: string) => void;
    readonly retryAll: (() => void) | undefined;
  },
  steps: UpgradeSteps,
): void {
  const navigate = useNavigate();
  const { rows, here, go, retryAll } = of;
  const step = (by: number) => () => {
    const at = here ? rows.indexOf(here) : -1;
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (!next) return;
    go(next.id);
    document.querySelector(`[data-row="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const halt = steps.act('pause') ?? steps.act('resume');
  useKeys([
    { keys: 'ArrowDown', label: ['下一台', 'Next device'], silent: true, run: step(1) },
    { keys: 'ArrowUp', label: ['上一台', 'Device before'], silent: true, run: step(-1) },
    {
      keys: 'Enter',
      label: ['打开设备', 'Open the device'],
      run: () => here && void navigate(`/matter/exampleDetail?id=${String(here.deviceId)}`),
    },
    ...(retryAll ? [{ keys: 'r', label: ['重试失败设备', 'Try failed devices again'] as const, run: retryAll }] : []),
    ...(halt ? [{ keys: 'p', label: ['暂停或继续', 'Pause or continue'] as const, run: halt }] : []),
  ]);
}

function Devices({
  task,
  progress,
  wave,
  steps,
  retryAll,
}: {
  task: WireRow;
  progress: Progress;
  wave: number;
  steps: UpgradeSteps;
  retryAll: (() => void) | undefined;
}): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const [tab, setTab] = useState<UpgradeTab>('all');
  const [hereId, go] = useState('');
  const { data } = useRuns(task.id, wave, tab);
  const rows = data?.records ?? [];
  const devices = useDevices(rows);
  const here = rows.find((row) => row.id === hereId) ?? rows[0];
  const states = progress.batches[wave - 1]?.states ?? [];
  useUpgradeKeys({ rows, here, go, retryAll }, steps);
  return (
    <>
      <CountTabs
        tabs={UPGRADE_TABS.map((key) => ({
          key,
          label: key === 'all' ? ([`第 ${wave} 批`, `Batch ${wave}`] as const) : tabLabels[key],
          count: upgradesOfTab(states, key),
          isWorry: key === 'trouble',
        }))}
        here={tab}
        onTab={setTab}
      >
        {retryAll && (
          <button type="button" className="link" onClick={retryAll}>
            {t([`重试 ${upgradesOfTab(states, 'trouble')} 台`, `Retry ${upgradesOfTab(states, 'trouble')}`])}
          </button>
        )}
      </CountTabs>
      {rows.length > 0 ? (
        <UpgradeRows
          rows={rows}
          devices={devices}
          here={here}
          attempts={1 + Number(task.retry ?? 2)}
          isPhone={isPhone}
          onHere={go}
          onRetry={steps.retry ? (row) => steps.retry?.([row.id]) : undefined}
        />
      ) : (
        <p className="run-empty">{data ? t(['没有设备', 'No device']) : <i className="skeleton" />}</p>
      )}
      {data && data.total > SHOWN_UPGRADES && (
        <p className="quiet run-more">
          <Link to={`/matter/upgradeRecord?taskId=${task.id}`}>
            {t([`另有 ${grouped(data.total - SHOWN_UPGRADES)} 台`, `${grouped(data.total - SHOWN_UPGRADES)} more`])}
          </Link>
        </p>
      )}
    </>
  );
}

/** A task: its head, its batches, their devices, and failures at the side. */
function Upgrade({ task }: { task: WireRow }): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const of = useFirmware(String(task.firmwareId ?? ''));
  const progress = useProgress(task.id);
  const steps = useUpgradeSteps(task, progress);
  const [chosen, choose] = useState<number | null>(null);
  const wave = chosen ?? progress?.wave ?? 1;
  const version = String(of?.firmwareVersion ?? '');
  const failed = (useRuns(task.id, wave, 'trouble').data?.records ?? []).map((row) => row.id);
  const retryAll = steps.retry && failed.length > 0 ? () => steps.retry?.(failed) : undefined;
  return (
    <>
      <div className="run-main">
        <Head task={task} of={of} progress={progress} steps={steps} />
        {progress ? (
          <>
            <BatchColumns task={task} progress={progress} here={wave} onHere={choose} />
            {task.taskStatus === 'draft' ? (
              <p className="run-empty quiet">{t(['执行后列出设备', 'The devices are listed when the task runs'])}</p>
            ) : (
              <Devices key={wave} task={task} progress={progress} wave={wave} steps={steps} retryAll={retryAll} />
            )}
          </>
        ) : (
          <p className="run-empty" aria-busy="true">
            <i className="skeleton" />
          </p>
        )}
        {!isPhone && <Foot version={version} />}
      </div>
      {progress && <UpgradeSide task={task} progress={progress} version={version} onRetry={retryAll} />}
      {steps.runner.element}
    </>
  );
}

/** The run of an upgrade task: batches with gates, each device with its state, failures and the way back. */
export default function UpgradePage(): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const id = lastOf(useTabPath().split('/'));
  const { data: task, error } = useUpgradeTask(id);
  useUpgradeChanges();
  useTabTitle(task ? String(task.taskName) : t(['升级任务', 'Upgrade task']));
  return (
    <div className="run up-run" data-alone={isPhone || undefined}>
      {task && <Upgrade key={id} task={task} />}
      {error && (
        <div className="table-empty" role="alert">
          <b>{t(['任务没有读到', 'The task could not be read'])}</b>
          <span>{error.message}</span>
        </div>
      )}
      {!task && !error && (
        <p className="run-empty" aria-busy="true">
          <i className="skeleton" />
        </p>
      )}
    </div>
  );
}
