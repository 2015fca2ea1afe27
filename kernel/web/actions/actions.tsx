import { type ReactElement, useState } from 'react';
import { type Action, undoOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { ask } from '../dialogs/ask.tsx';
import { newKey } from '../http/headers.ts';
import { Refused } from '../http/refused.ts';
import { type Target, actOn } from '../registry/paper-calls.ts';
import { type BatchAnswer, type WireRow, isBatch, isOnBehalf, mayDo } from '../registry/rows.ts';
import { refresh } from '../query/client.ts';
import { type ToastButton, toast } from '../toast/toasts.ts';
import { withControls } from '../theme/with-controls.tsx';
import { useLanguage, useT } from '../i18n/words.ts';
import { actionSubject, dismissLabel } from './action-subject.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { sayingWhy } from './saying-why.ts';

const ActionDialog = withControls(() => import('./action-dialog.tsx').then((module) => module.ActionDialog));

export type NamedAction = readonly [name: string, action: Action];

const actionsOf = (of: AnyPaper): NamedAction[] => Object.entries(of.lifecycle?.actions ?? {});

/** What may be done with a row now, the everyday actions first. */
export function rowActions(of: AnyPaper, row: WireRow): NamedAction[] {
  const open = actionsOf(of).filter(([name, action]) => mayDo(row, name) && action.from.some((from) => from !== '*'));
  return [...open.filter(([, action]) => action.prominent), ...open.filter(([, action]) => !action.prominent)];
}

/** What may be done with several rows at once, where at least one of them allows it. */
export const batchActions = (of: AnyPaper, rows: readonly WireRow[]): NamedAction[] =>
  actionsOf(of).filter(([name, action]) => (action.batch ?? !action.asks) && rows.some((row) => mayDo(row, name)));

/** How long an undo is offered below the screen, in ms. Afterwards it is in the menu of the row. */
const UNDO_SHOWN_MS = 10_000;

/** Return the ids of the rows that an answer says are done. */
const idsDone = (answer: unknown, rows: readonly WireRow[]): readonly string[] =>
  isBatch(answer) ? answer.success : rows.map((row) => row.id);

interface Pending {
  readonly name: string;
  readonly action: Action;
  readonly rows: readonly WireRow[];
  readonly all?: Target;
}

export interface ActionRunner {
  /** Does it with these rows, or with all that match. */ readonly run: (
    named: NamedAction,
    rows: readonly WireRow[],
    all?: Target,
  ) => void;
  readonly element: ReactElement | null;
  readonly notify: (batch: BatchAnswer) => void;
}

/** What an action still needs of a row, field by field. */
export type Lacking = Readonly<Record<string, string>>;

/** Doing actions: asks what the action asks, then does it, then says so. */
export function useActing(
  of: AnyPaper,
  onDone?: () => void,
  onLacking?: (row: WireRow, lacking: Lacking) => void,
): ActionRunner {
  const t = useT();
  const language = useLanguage();
  const [pending, setPending] = useState<Pending | null>(null);
  const [batch, setBatch] = useState<BatchAnswer | null>(null);

  async function act({ name, action, rows, all }: Pending, asked: Record<string, unknown>, key: string): Promise<void> {
    const answer = await actOn(of, name, action, all ?? { ids: rows.map((row) => row.id) }, asked, {
      key,
      quiet: true,
    });
    refresh(of.name);
    const done = idsDone(answer, rows);
    if (isBatch(answer) && answer.failed.length) setBatch(answer);
    else toast.good(t(action.said ?? ['操作成功!', 'Done']), undoButton(name, done, asked.reason));
    setPending(null);
    onDone?.();
  }

  /** Offer to take back what was just done, where the lifecycle has an action for it. */
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

  /** Ask once where an action moves money, cannot be taken back, or says so. */
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
    if (action.asks && Object.keys(action.asks).length) {
      setPending({ name, action, rows, all });
      return;
    }
    void isSure({ action, rows, all })
      .then((yes) => (yes ? act({ name, action, rows, all }, {}, newKey()) : undefined))
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        toast.bad(error.message);
        // What is missing is asked for where it is filled in: the form opens at that field.
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
      onDo={(asked, key) => act(pending, asked, key)}
    />
  ) : batch ? (
    <BatchDialog batch={batch} onClose={() => setBatch(null)} />
  ) : null;
  return { run, element, notify: setBatch };
}
