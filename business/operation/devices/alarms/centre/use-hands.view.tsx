import { must } from '#kernel/language/must.ts';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { type NamedAction, useActing } from '#kernel/web/actions/actions.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { actOn } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { type Binding, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { alarmToRepair } from '../alarm-repair.calls.ts';
import type { AlarmLine } from './use-alarms.view.tsx';
import { type AlarmRemedy, useRemedy } from './use-remedy.view.tsx';

const CONFIRM = ['confirm', 'close'] as const;

/** Return the first of the named actions that all rows allow. */
const verbFor = (rows: readonly WireRow[], names: readonly string[]): NamedAction | undefined => {
  const name = names.find((one) => rows.length > 0 && rows.every((row) => row._can?.includes(one)));
  return name
    ? ([name, (must(alarm.lifecycle, 'lifecycle').actions as Record<string, NamedAction[1]>)[name]] as NamedAction)
    : undefined;
};

async function requestRepair(row: WireRow, t: ReturnType<typeof useT>): Promise<void> {
  const { repairNo, isJoined } = await askCall(alarmToRepair, { id: row.id });
  toast.good(
    t(
      isJoined
        ? [
            `同一台设备的同一故障已有 ${repairNo}，告警已并入`,
            `${repairNo} is open for the same fault; the alarm joined it`,
          ]
        : [`已建报修单 ${repairNo}`, `Request ${repairNo} made`],
    ),
  );
  refresh(alarm.name);
}

/** Confirm one alarm without a dialog. Several are confirmed by a dialog, with a note for all. */
async function confirmOne([name, action]: NamedAction, row: WireRow, t: ReturnType<typeof useT>): Promise<void> {
  await actOn(alarm, name, action, { ids: [row.id] }, {}, { key: newKey() });
  refresh(alarm.name);
  toast.good(t(action.said ?? ['操作成功!', 'Done']));
}

export interface Hands {
  readonly here: AlarmLine | undefined;
  readonly picked: ReadonlySet<string>;
  readonly setCurrent: (id: string) => void;
  readonly pick: (id: string) => void;
  readonly pickAll: (ids: readonly string[]) => void;
  readonly clear: () => void;
  readonly act: (...names: string[]) => void;
  readonly confirm: (line?: AlarmLine) => void;
  readonly may: (...names: string[]) => boolean;
  readonly mayRepair: boolean;
  readonly mayOpenRepair: boolean;
  readonly repair: () => void;
  /** Open the details of the alarm with this id; without an id, of the current one. */
  readonly open: (id?: string) => void;
  readonly device: () => void;
  readonly remedy: AlarmRemedy;
  readonly element: ReactElement | null;
}

interface Around {
  readonly lines: readonly AlarmLine[];
  readonly open: (id: string) => void;
  readonly toggleAll: () => void;
  readonly letIn: () => void;
  readonly toggleWall: () => void;
  /** In wall mode the keys of the actions are off. */ readonly isWall: boolean;
}

/** Return the current alarm and the selection, and functions to change them. */
function useChoice(lines: readonly AlarmLine[]) {
  const [current, setCurrent] = useState<string | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const at = Math.max(
    0,
    lines.findIndex((one) => one.id === current),
  );
  const here: AlarmLine | undefined = lines[at];
  const some = lines.filter((one) => picked.has(one.id));
  return {
    here,
    picked,
    chosen: some.length > 0 ? some : here ? [here] : [],
    setCurrent,
    clear: () => setPicked(new Set()),
    pickAll: (ids: readonly string[]) => setPicked(new Set(ids)),
    move: (by: number): void => setCurrent(lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.id ?? null),
    pick(id: string): void {
      const next = new Set(picked);
      if (!next.delete(id)) next.add(id);
      setPicked(next);
    },
  };
}

/**
 * Return the actions for keys and buttons. They act on the selected alarms or, without a selection, on the current one.
 */
export function useHands(around: Around): Hands {
  const { lines, isWall } = around;
  const t = useT();
  const go = useNavigate();
  const { here, picked, chosen, setCurrent, clear, move, pick, pickAll } = useChoice(lines);
  const remedy = useRemedy(here?.isGone ? undefined : here?.row);
  const mayRepair = useMay(alarm)('toRepair');
  const mayOpenRepair = useMay(repairForm)('view');
  const acting = useActing(alarm, clear);
  const rows = chosen.filter((one) => !one.isGone).map((one) => one.row);
  const cannot = (): void => toast.bad(t(['这些告警现在不能这样做', 'This cannot be done with these alarms now']));
  const act = (...names: string[]): void => {
    const verb = verbFor(rows, names);
    if (verb) acting.run(verb, rows);
    else cannot();
  };
  const confirm = (line?: AlarmLine): void => {
    const mine = line ? [line.row] : rows;
    const verb = verbFor(mine, CONFIRM);
    if (!verb) cannot();
    else if (mine.length === 1) void confirmOne(verb, mine[0], t).catch(() => undefined);
    else acting.run(verb, mine);
  };
  const repair = (): void => {
    const formId = here?.row.repairFormId;
    if (formId && mayOpenRepair) void go(`/maintenance/asrepairform?id=${String(formId)}`);
    else if (formId) toast.bad(t(['这条告警已有报修单', 'This alarm has a repair request already']));
    else if (here && mayRepair) void requestRepair(here.row, t).catch(() => undefined);
  };
  const device = (): void => {
    if (here?.row.deviceId) void go(`/matter/exampleDetail?id=${String(here.row.deviceId)}`);
  };
  const open = (id = here?.id): void => {
    if (id) around.open(id);
  };
  const leave: Binding[] = [
    { keys: 'f', label: ['大屏', 'Wall'], run: around.toggleWall },
    ...(isWall ? [{ keys: 'Escape', label: ['离开大屏', 'Leave the wall'] as const, run: around.toggleWall }] : []),
  ];
  useKeys(leave);
  useKeys(
    [
      { keys: 'j', label: ['下一条', 'Next'], run: () => move(1) },
      { keys: 'k', label: ['上一条', 'Previous'], run: () => move(-1) },
      { keys: 'ArrowDown', label: ['下一条', 'Next'], silent: true, run: () => move(1) },
      { keys: 'ArrowUp', label: ['上一条', 'Previous'], silent: true, run: () => move(-1) },
      { keys: 'a', label: ['确认', 'Confirm'], run: () => confirm() },
      { keys: 't', label: ['转报修', 'Request a repair'], run: repair },
      { keys: 'r', label: ['解除', 'Release'], run: () => act('release') },
      { keys: 's', label: ['搁置', 'Shelve'], run: () => act('shelve') },
      {
        keys: 'v',
        label: remedy.name === null ? ['处理办法', 'What to do'] : [remedy.name, remedy.name],
        run: () => (remedy.name === null ? open() : remedy.send()),
      },
      { keys: 'd', label: ['打开设备', 'Open the device'], run: device },
      { keys: 'Space', label: ['选中', 'Select'], run: () => here && pick(here.id), overPressed: true },
      { keys: 'x', label: ['展开次要与提示', 'Show lesser ones'], run: around.toggleAll },
      { keys: 'n', label: ['放入新告警', 'Let new ones in'], run: around.letIn },
      ...(picked.size > 0 ? [{ keys: 'Escape', label: ['取消选中', 'Clear the selection'] as const, run: clear }] : []),
    ],
    { off: isWall },
  );
  const may = (...names: string[]): boolean => verbFor(rows, names) !== undefined;
  return {
    here,
    picked,
    setCurrent,
    pick,
    pickAll,
    clear,
    act,
    confirm,
    may,
    mayRepair,
    mayOpenRepair,
    repair,
    open,
    device,
    remedy,
    element: acting.element,
  };
}
