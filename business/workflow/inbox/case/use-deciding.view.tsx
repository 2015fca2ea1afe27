import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { ask, askWords } from '#kernel/web/dialogs/ask.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { type Binding, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { DiagramDialog } from '../../work/diagram/diagram-dialog.view.tsx';
import { resolveTask, retrieveTask, urgeInstance, withdrawInstance } from '../../work/verbs.calls.ts';
import { claimTask, completeTask } from '../../work/work.calls.ts';
import { refreshTasks } from '../use-inbox.view.tsx';
import { caseDraftOf, dropDraft, keepDraft } from './case-drafts.rules.ts';
import { type HandOver, HandOverDialog } from './hand-over-dialog.view.tsx';
import { ReturnDialog } from './return-dialog.view.tsx';
import type { Amending } from './use-amending.view.tsx';
import type { TaskDetail } from './use-case.view.tsx';

type Open = HandOver | 'return' | 'diagram' | null;
type Asking = { readonly key: string; readonly quiet: true };

export interface Deciding {
  readonly may: (button: string) => boolean;
  readonly opinion: string;
  readonly setOpinion: (words: string) => void;
  /** The input of the comment, focused when a decision lacks a required one. */
  readonly field: React.RefObject<HTMLTextAreaElement | null>;
  /** The last refusal of the server or of the inputs; empty: none. */ readonly problem: string;
  readonly busy: boolean;
  /** People who must sign before the task can be decided; empty: none. */ readonly waitsFor: string;
  readonly decide: (isPassed: boolean) => void;
  /** The decision that Ctrl+Enter sends: the one that was requested last, otherwise `pass`. */
  readonly next: 'pass' | 'reject';
  readonly open: (what: Open) => void;
  readonly claim: () => void;
  readonly resolve: () => void;
  readonly retrieve: () => void;
  readonly withdraw: () => void;
  readonly urge: () => void;
  readonly element: ReactElement | null;
}

const DONE: Readonly<Record<HandOver, Label>> = {
  addSign: ['已加签', 'Signers added'],
  removeSign: ['已减签', 'Signers taken off'],
  transfer: ['已转办', 'Handed over'],
  delegate: ['已委派', 'Delegated'],
  cc: ['已抄送', 'Copies sent'],
};
/** Actions after which the task no longer belongs to the caller. */
const LEAVING: readonly Open[] = ['return', 'transfer', 'delegate'];

const REJECT: Label = ['驳回', 'Reject'];

/** Register the keyboard shortcuts of an instance. Those of decisions need their buttons. */
function useDecidingKeys(deciding: Omit<Deciding, 'element'>, isOff: boolean): void {
  const { may, decide, next, open, field, claim } = deciding;
  const when = (button: string, binding: Binding): Binding[] => (may(button) ? [binding] : []);
  const write = (): void => field.current?.focus();
  useKeys(
    [
      ...when('complete', { keys: 'a', label: ['同意', 'Approve'], run: () => decide(true) }),
      ...when('complete', {
        keys: 'Ctrl+Enter',
        label: next === 'pass' ? ['同意', 'Approve'] : REJECT,
        typing: true,
        silent: true,
        run: () => decide(next === 'pass'),
      }),
      ...when('reject', { keys: 'x', label: REJECT, run: () => decide(false) }),
      ...when('return', { keys: 'r', label: ['退回', 'Return'], run: () => open('return') }),
      ...when('addSign', { keys: 's', label: ['加签', 'Add signers'], run: () => open('addSign') }),
      ...when('transfer', { keys: 't', label: ['转办', 'Hand over'], run: () => open('transfer') }),
      ...when('delegate', { keys: 'w', label: ['委派', 'Delegate'], run: () => open('delegate') }),
      ...when('cc', { keys: 'c', label: ['抄送', 'Send copies'], run: () => open('cc') }),
      ...when('claim', { keys: 'g', label: ['签收', 'Claim'], run: claim }),
      ...when('complete', { keys: 'o', label: ['写意见', 'Write the opinion'], run: write }),
      { keys: 'd', label: ['看整张图', 'All of the diagram'], run: () => open('diagram') },
    ],
    { off: isOff },
  );
}

/** The dialog of the chosen action on an instance, if one is open. */
function OpenDialog({
  what,
  detail,
  opinion,
  close,
  done,
}: {
  what: Exclude<Open, null>;
  detail: TaskDetail;
  opinion: string;
  close: () => void;
  done: (said: Label, isGone: boolean) => void;
}): ReactElement | null {
  const { task, process } = detail;
  if (what === 'diagram')
    return (
      <DiagramDialog
        of={{ processInstanceId: process.processInstanceId }}
        title={process.title || process.processDefinitionName}
        onClose={close}
      />
    );
  if (!task && what !== 'cc') return null;
  return what === 'return' ? (
    <ReturnDialog
      taskId={task!.taskId}
      opinion={opinion}
      onClose={close}
      onDone={() => done(['已退回', 'Returned'], true)}
    />
  ) : (
    <HandOverDialog how={what} detail={detail} onClose={close} onDone={(isGone) => done(DONE[what], isGone)} />
  );
}

/**
 * Return the actions that the reader may take on a task and its instance. `onGone` is called when the task no longer
 * belongs to the reader.
 */
export function useDeciding(detail: TaskDetail | undefined, amending: Amending, onGone: () => void): Deciding {
  const t = useT();
  const [opinion, setOpinion] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [what, setWhat] = useState<Open>(null);
  const [next, setNext] = useState<Deciding['next']>('pass');
  const field = useRef<HTMLTextAreaElement>(null);
  const taskId = detail?.task?.taskId ?? '';
  const caseId = detail?.process.processInstanceId ?? '';
  useEffect(() => {
    setOpinion(caseDraftOf(taskId).opinion);
    setProblem('');
    setWhat(null);
    setNext('pass');
  }, [taskId, caseId]);

  // Changes of the paper are saved with a decision only. Before an action by which the task leaves, the person confirms
  // that they are lost.
  const open = (next: Open): void => {
    if (!next || !LEAVING.includes(next) || !amending.form.dirty) return setWhat(next);
    void ask({
      title: t(['单据的改动不会保存', 'Your changes of the document are not saved']),
      text: t(['改动只随同意或驳回保存。', 'They are saved only when you approve or reject.']),
      yes: t(['继续', 'Go on']),
    }).then((yes) => yes && setWhat(next));
  };
  const may = (button: string): boolean => detail?.buttons.includes(button) ?? false;
  const done = (said: Label, isGone: boolean): void => {
    toast.good(t(said));
    open(null);
    if (isGone) {
      dropDraft(taskId);
      onGone();
    }
    refreshTasks();
    if (detail?.paper) refresh(detail.paper);
  };
  const act = async (work: (asking: Asking) => Promise<unknown>, said: Label, isGone: boolean): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await work({ key: newKey(), quiet: true });
      done(said, isGone);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const stands = amending.refused(error);
      setProblem(stands ? error.message : [error.message, ...error.fields.map((one) => one.msg)].join(' '));
      if (error.reason === 'row.changed') refreshTasks();
      // Another person has decided or claimed the task: reload the list, and keep showing the message.
      if (['workflow.taskDone', 'workflow.noTask', 'workflow.taskClaimed'].includes(error.reason)) {
        toast.bad(error.message);
        refreshTasks();
      }
    } finally {
      setBusy(false);
    }
  };

  const decide = (isPassed: boolean): void => {
    if (!may('complete')) return;
    setNext(isPassed ? 'pass' : 'reject');
    if (!isPassed && !opinion.trim()) {
      setProblem(t(['驳回要写意见', 'A rejection needs an opinion']));
      field.current?.focus();
      return;
    }
    if (!amending.judge()) return setProblem(t(['先改好标红的内容', 'Mend what is marked first']));
    const comment = opinion.trim() || t(['同意', 'Approved']);
    void act(
      (asking) =>
        askCall(
          completeTask,
          {
            taskId,
            processInstanceId: caseId,
            comment,
            ...(isPassed && { flag: 'ok' }),
            variables: null,
            ...amending.sent(),
          },
          asking,
        ),
      isPassed ? ['已同意', 'Approved'] : ['已驳回', 'Rejected'],
      true,
    );
  };
  const urge = (): void =>
    void act(
      (asking) => askCall(urgeInstance, { processInstanceId: caseId, comment: opinion }, asking),
      ['已催办', 'Reminded'],
      false,
    );
  const withdraw = async (): Promise<void> => {
    const comment = await askWords({
      title: t(['撤回这个流程？', 'Withdraw this process?']),
      words: t(['撤回原因', 'Why']),
      yes: t(['撤回', 'Withdraw']),
      danger: true,
    });
    if (comment)
      await act(
        (asking) => askCall(withdrawInstance, { processInstanceId: caseId, comment }, asking),
        ['已撤回', 'Withdrawn'],
        false,
      );
  };

  const deciding: Omit<Deciding, 'element'> = {
    may,
    opinion,
    setOpinion: (words) => {
      setOpinion(words);
      keepDraft(taskId, { opinion: words });
      setProblem('');
    },
    field,
    problem,
    busy,
    waitsFor: may('addSign') && !may('complete') ? (detail?.signers ?? []).map(({ name }) => name).join('、') : '',
    decide,
    next,
    open,
    claim: () => void act((asking) => askCall(claimTask, { taskId }, asking), ['已签收', 'Claimed'], false),
    resolve: () =>
      void act((asking) => askCall(resolveTask, { taskId, comment: opinion }, asking), ['已交回', 'Given back'], true),
    retrieve: () => void act((asking) => askCall(retrieveTask, { taskId }, asking), ['已取回', 'Taken back'], true),
    withdraw: () => void withdraw(),
    urge,
  };
  useDecidingKeys(deciding, detail === undefined || what !== null);
  const element =
    what && detail ? (
      <OpenDialog what={what} detail={detail} opinion={opinion} close={() => open(null)} done={done} />
    ) : null;
  return { ...deciding, element };
}
