import { type ActionRunner, useActing } from '#kernel/web/actions/actions.tsx';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { actOn } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { type WireRow, mayDo } from '#kernel/web/registry/rows.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { upgradeTaskLifecycle } from '../tasks/upgrade-task-lifecycle.rules.ts';
import { retryRuns, wayBack } from '../tasks/upgrade-task.calls.ts';
import { upgradeRun } from '../tasks/upgrade-run.paper.ts';
import { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import { upgradesOfTab } from './upgrade.rules.ts';
import type { Progress } from './use-upgrade.view.tsx';

const { actions } = upgradeTaskLifecycle;

/** Buttons of a task. Undefined: the person or the state does not allow it. */
export interface UpgradeSteps {
  readonly act: (verb: keyof typeof actions) => (() => void) | undefined;
  readonly cancel: (() => void) | undefined;
  readonly retry: ((ids: readonly string[]) => void) | undefined;
  readonly wayBack: (() => void) | undefined;
  readonly mayPass: boolean;
  readonly runner: ActionRunner;
}

function renew(): void {
  void refresh(upgradeTask.name);
  void refresh(upgradeRun.name);
}

/** Run a write whose refusal is shown as a toast by the call itself. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
    renew();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

export function useUpgradeSteps(task: WireRow, progress: Progress | undefined): UpgradeSteps {
  const t = useT();
  const runner = useActing(upgradeTask, renew);
  const may = useMay(upgradeTask);
  const states = (progress?.batches ?? []).flatMap((batch) => batch.states);
  const act = (verb: keyof typeof actions): (() => void) | undefined =>
    mayDo(task, verb) ? () => runner.run([verb, actions[verb]], [task]) : undefined;
  const cancel = async (): Promise<void> => {
    const going = upgradesOfTab(states, 'underWay');
    const isSure = await ask({
      title: t(['取消这个升级任务？', 'Cancel this upgrade task?']),
      text: going
        ? t([
            `没开始的不再升级；已经在下载或安装的设备会做完（进行中共 ${grouped(going)} 台）。`,
            `Devices ahead are recalled. Those that download or install may finish (${grouped(going)} are under way).`,
          ])
        : t(['没开始的不再升级。', 'Devices ahead are recalled.']),
      yes: t(['取消任务', 'Cancel the task']),
      no: t(['不取消', 'Keep it']),
      danger: true,
    });
    if (!isSure) return;
    await quietly(async () => {
      await actOn(upgradeTask, 'cancel', actions.cancel, { ids: [task.id] }, {}, { key: newKey() });
      toast.good(t(actions.cancel.said));
    });
  };
  const retry = (ids: readonly string[]): void =>
    void quietly(async () => {
      const { retried } = await askCall(retryRuns, { ids: [...ids] });
      toast.good(t([`${retried} 台再试`, `${retried} are tried again`]));
    });
  const done = upgradesOfTab(states, 'success');
  const takeBack = async (): Promise<void> => {
    const isSure = await ask({
      title: t([`把 ${grouped(done)} 台退回原版本？`, `Take ${grouped(done)} devices back?`]),
      text: t([
        '这个任务随即停止。升到这个版本的设备各自退回升级前的版本，立即执行。',
        'This task ends. The devices that got this version go back to the version before it, at once.',
      ]),
      yes: t(['退回', 'Take back']),
      danger: true,
    });
    if (!isSure) return;
    await quietly(async () => {
      const { tasks, missing, unknown } = await askCall(wayBack, { id: task.id, begin: true });
      const count = tasks.reduce((sum, { devices }) => sum + devices, 0);
      toast.good(
        t([
          [
            `${grouped(count)} 台正在退回`,
            ...(missing.length ? [`${missing.join('、')} 没有已发布的固件`] : []),
            ...(unknown ? [`${unknown} 台不知道原版本`] : []),
          ].join('；'),
          [
            `${grouped(count)} devices go back`,
            ...(missing.length ? [`${missing.join(', ')} is not released`] : []),
            ...(unknown ? [`the version before of ${unknown} is not known`] : []),
          ].join('; '),
        ]),
      );
    });
  };
  const isAlive = ['running', 'paused', 'completed'].includes(String(task.taskStatus));
  return {
    act,
    cancel: mayDo(task, 'cancel') ? () => void cancel() : undefined,
    retry: isAlive && may('run') ? retry : undefined,
    wayBack: may('wayBack') && done > 0 ? () => void takeBack() : undefined,
    mayPass: may('passGate'),
    runner,
  };
}
