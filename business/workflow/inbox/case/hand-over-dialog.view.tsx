import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { ChoiceRow } from '#kernel/web/pickers/choice/choice-row.tsx';
import { AskDialog } from '../asking/ask-dialog.view.tsx';
import { type Asking, useAskedCall } from '../asking/use-asked-call.view.tsx';
import { WordsField } from '../asking/words-field.view.tsx';
import {
  addSigners,
  delegateTask,
  peopleToAsk,
  removeSigners,
  sendCopiesByHand,
  transferTask,
} from '../../work/verbs.calls.ts';
import type { TaskDetail } from './use-case.view.tsx';

const RowPicker = withControls(() => import('#kernel/web/pickers/row-picker.tsx').then((module) => module.RowPicker));

/** Actions that add people to a task or its instance, or remove signers. */
export type HandOver = 'addSign' | 'removeSign' | 'transfer' | 'delegate' | 'cc';

const WORDS: Readonly<Record<HandOver, { readonly title: Label; readonly who: Label; readonly help: Label }>> = {
  addSign: {
    title: ['加签', 'Add signers'],
    who: ['请谁一起审', 'Who signs too'],
    help: ['加签人也要作出决定', 'They decide as well'],
  },
  transfer: {
    title: ['转办', 'Hand over'],
    who: ['转给谁', 'To whom'],
    help: ['任务不再是你的', 'The task is no longer yours'],
  },
  delegate: {
    title: ['委派', 'Delegate'],
    who: ['请谁先准备', 'Who prepares it'],
    help: ['对方交回后由你决定', 'It comes back to you for the decision'],
  },
  removeSign: {
    title: ['减签', 'Take signers off'],
    who: ['不再请谁审', 'Who signs no more'],
    help: ['只能减去由这个任务加上的人', 'Those whom this task asked'],
  },
  cc: {
    title: ['抄送', 'Send copies'],
    who: ['抄送给谁', 'To whom'],
    help: ['对方可以看这张单据和审批过程', 'They may read this case, nothing else'],
  },
};

const MANY: readonly HandOver[] = ['addSign', 'cc'];

const POSITIONS: readonly (readonly [string, Label])[] = [
  ['before', ['他先审，再回到我', 'Before me']],
  ['parallel', ['与我同时', 'Beside me']],
  ['after', ['我先同意，再由他审', 'After me']],
];

interface HandOverDialogProps {
  readonly how: HandOver;
  readonly detail: TaskDetail;
  readonly onClose: () => void;
  /** `isGone`: the task no longer belongs to the caller. */ readonly onDone: (isGone: boolean) => void;
}

/** The signers that this task requested, to select those who are removed. */
function Signers({
  of,
  chosen,
  choose,
  label,
}: {
  of: TaskDetail['signers'];
  chosen: readonly string[];
  choose: (ids: readonly string[]) => void;
  label: string;
}): ReactElement {
  return (
    <div className="case-choices" role="group" aria-label={label}>
      {of.map((one, at) => (
        <label key={one.userId} className="tick">
          <input
            type="checkbox"
            checked={chosen.includes(one.userId)}
            data-autofocus={at === 0 || undefined}
            onChange={(event) =>
              choose(event.target.checked ? [...chosen, one.userId] : chosen.filter((userId) => userId !== one.userId))
            }
          />
          {one.name}
        </label>
      ))}
    </div>
  );
}

/** Shown for signers who decide after the caller. */
const HELP_AFTER: Label = ['等于你已同意，任务离开你的待办', 'That is your approval: the task leaves you'];

/** A dialog to pick recipients of a task, signers, or readers of an instance. */
export function HandOverDialog({ how, detail, onClose, onDone }: HandOverDialogProps): ReactElement {
  const t = useT();
  const taskId = detail.task?.taskId ?? '';
  const [people, setPeople] = useState<readonly string[]>(
    how === 'removeSign' && detail.signers.length === 1 ? [detail.signers[0].userId] : [],
  );
  const [position, setPosition] = useState('parallel');
  const [comment, setComment] = useState('');
  const call = useAskedCall();
  const words = WORDS[how];
  const isApproval = how === 'addSign' && position === 'after';
  const choose = (ids: readonly string[]): void => {
    setPeople(ids);
    call.setSaid('');
  };
  const ask = async (asking: Asking): Promise<unknown> => {
    const userIds = [...people];
    if (how === 'addSign') return askCall(addSigners, { taskId, userIds, position, comment }, asking);
    if (how === 'removeSign') return askCall(removeSigners, { taskId, userIds, comment }, asking);
    const { processInstanceId } = detail.process;
    if (how === 'cc') return askCall(sendCopiesByHand, { processInstanceId, userIds, comment }, asking);
    return askCall(how === 'transfer' ? transferTask : delegateTask, { taskId, userId: people[0], comment }, asking);
  };
  const go = (): void => {
    if (people.length === 0) return call.setSaid(t(['请选择人员', 'Choose somebody']));
    void call.run(async (asking) => {
      await ask(asking);
      onDone(isApproval || how === 'transfer' || how === 'delegate');
    });
  };
  return (
    <AskDialog title={words.title} help={isApproval ? HELP_AFTER : words.help} call={call} go={go} onClose={onClose}>
      <div className="field">
        <span>{t(words.who)}</span>
        {how === 'removeSign' ? (
          <Signers of={detail.signers} chosen={people} choose={choose} label={t(words.who)} />
        ) : (
          <RowPicker
            paper="user"
            value={people}
            many={MANY.includes(how)}
            {...(how !== 'cc' && { offered: peopleToAsk.path, depends: { taskId } })}
            onChange={choose}
            label={t(words.who)}
            attributes={{ autoFocus: true }}
          />
        )}
      </div>
      {how === 'addSign' && (
        <div className="field sign-positions">
          <span>{t(['加签方式', 'When they sign'])}</span>
          <ChoiceRow
            label={t(['加签方式', 'When they sign'])}
            items={POSITIONS.map(([key, label]) => ({ key, label: t(label) }))}
            value={position}
            onChange={setPosition}
          />
        </div>
      )}
      <WordsField label={['说明', 'Comment']} value={comment} onChange={setComment} />
    </AskDialog>
  );
}
