import { type ReactElement, useState } from 'react';
import { type Action, undoOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { ask } from '../dialogs/ask.tsx';
import { newKey } from '../http/headers.ts';
import { Refused } from '../http/refused.ts';
import { actOn } from '../registry/paper-calls.ts';
import type { Target } from '../registry/target.ts';
import { type BatchAnswer, type WireRow, isBatch, isOnBehalf, mayDo } from '../registry/rows.ts';
import { refresh } from '../query/client.ts';
import { type ToastButton, toast } from '../toast/toasts.ts';
import { withControls } from '../theme/with-controls.tsx';
import { useLanguage, useT } from '../i18n/words.ts';
import { actionSubject, dismissLabel } from './action-subject.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { sayingWhy, shownInputs } from './saying-why.ts';

const ActionDialog = withControls(() => import('./action-dialog.tsx').then((module) => module.ActionDialog));

export type NamedAction = readonly [name: string, action: Action];

const actionsOf = (of: AnyPaper): NamedAction[] => Object.entries(of.lifecycle?.actions ?? {});

/** Return the actions that are allowed on a row now, the frequent ones (`prominent`) first. */
export function rowActions(of: AnyPaper, row: WireRow): NamedAction[] {
  const open = actionsOf(of).filter(([name, action]) => mayDo(row, name) && action.from.some((from) => from !== '*'));
  return [...open.filter(([, action]) => action.prominent), ...open.filter(([, action]) => !action.prominent)];
}

/** Return the actions on several rows that at least one of them allows. */
export const batchActions = (of: AnyPaper, rows: readonly WireRow[]): NamedAction[] =>
  actionsOf(of).filter(([name, action]) => (action.batch ?? !action.asks) && rows.some((row) => mayDo(row, name)));

/** Time in ms for which the toast offers an undo. Later the menu of the row still has it. */
const UNDO_SHOWN_MS = 10_000;

/** Return the ids of the rows to which the action was done, according to its answer. */
const idsDone = (answer: unknown, rows: readonly WireRow[]): readonly string[] =>
  isBatch(answer) ? answer.success : rows.map((row) => row.id);

interface Pending {
  readonly name: string;
  readonly action: Action;
  readonly rows: readonly WireRow[];
  readonly all?: Target;
}

export interface ActionRunner {
  /** Run an action on these rows, or on all rows that match the filters. */ readonly run: (
    named: NamedAction,
    rows: readonly WireRow[],
    all?: Target,
  ) => void;
  readonly element: ReactElement | null;
  readonly notify: (batch: BatchAnswer) => void;
}

/** Missing values of a row that an action needs, by field. */
export type Lacking = Readonly<Record<string, string>>;

/**
 * Return functions that run actions: they show the dialog of inputs or the confirmation, run the action, and show the
 * result.
 */
export function useActing(
  of: AnyPaper,
  onDone?: () => void,
  onLacking?: (row: WireRow, lacking: Lacking) => void,
): ActionRunner {
  const t = useT();
  const language = useLanguage();
  const [pending, setPending] = useState<Pending | null>(null);
  const [batch, setBatch] = useState<BatchAnswer | null>(null);

  async function act(
    { name, action, rows, all }: Pending,
    inputs: Record<string, unknown>,
    key: string,
  ): Promise<void> {
    const answer = await actOn(of, name, action, all ?? { ids: rows.map((row) => row.id) }, inputs, {
      key,
      quiet: true,
    });
    refresh(of.name);
    const done = idsDone(answer, rows);
    if (isBatch(answer) && answer.failed.length) setBatch(answer);
    else toast.good(t(action.said ?? ['操作成功!', 'Done']), undoButton(name, done, inputs.reason));
    setPending(null);
    onDone?.();
  }

  /** Return a button that undoes the action, if the lifecycle has an undoing action. */
  function undoButton(name: string, ids: readonly string[], reason: unknown): ToastButton | undefined {
    const undo = of.lifecycle && undoOf(lifeOf(of), name);
    if (!undo || !ids.length) return undefined;
    return {
      label: t(['撤销', 'Undo']),
      ms: UNDO_SHOWN_MS,
      run: () =>
        void import('./take-back.ts').then(({ takeActBack }) =>
          takeActBack(of, undo, ids, { t, setBatch, onDone, reason }),
        ),
    };
  }

  /** Ask for a confirmation if the action moves money, cannot be undone, or has a question of its own. */
  async function isSure({ action, rows, all }: Omit<Pending, 'name'>): Promise<boolean> {
    if (!action.confirm && !action.danger && (!action.money || action.undoes)) return true;
    return ask({
      title: t(action.confirm ?? [`确定${action.label[0]}?`, `${action.label[1]}?`]),
      text: action.money
        ? await (await import('./money-subject.ts')).moneySubject(of, action.money, rows, language, all)
        : actionSubject(of, rows, language, all),
      yes: t(action.label),
      no: t(dismissLabel(action.label)),
      danger: action.danger,
    });
  }

  const run = (named: NamedAction, rows: readonly WireRow[], all?: Target): void => {
    const name = named[0];
    const action = rows.some((row) => isOnBehalf(row, name)) ? sayingWhy(named[1]) : named[1];
    if (Object.keys(shownInputs(action)).length) {
      setPending({ name, action, rows, all });
      return;
    }
    void isSure({ action, rows, all })
      .then((yes) => (yes ? act({ name, action, rows, all }, {}, newKey()) : undefined))
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        toast.bad(error.message);
        // Open the form at the first field whose value is missing.
        const lacking = error.fields.filter((one) => of.fields[one.field]);
        if (lacking.length && rows.length === 1 && mayDo(rows[0], 'edit'))
          onLacking?.(rows[0], Object.fromEntries(lacking.map((one) => [one.field, one.msg])));
      });
  };

  const element = pending ? (
    <ActionDialog
      of={of}
      {...pending}
      onClose={() => setPending(null)}
      onDo={(inputs, key) => act(pending, inputs, key)}
    />
  ) : batch ? (
    <BatchDialog batch={batch} onClose={() => setBatch(null)} />
  ) : null;
  return { run, element, notify: setBatch };
}
