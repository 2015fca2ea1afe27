import { type ReactElement, useEffect, useId, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { AskDialog } from '../asking/ask-dialog.view.tsx';
import { useAskedCall } from '../asking/use-asked-call.view.tsx';
import { WordsField } from '../asking/words-field.view.tsx';
import { backNodes, returnTask } from '../../work/verbs.calls.ts';

interface ReturnDialogProps {
  readonly taskId: string;
  /** The comment typed before the dialog was opened. */ readonly opinion: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** A dialog for the step to return a task to, and the reason. */
export function ReturnDialog({ taskId, opinion, onClose, onDone }: ReturnDialogProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const id = useId();
  const { data: nodes, error } = useCall(backNodes, { taskId }, { of: 'row', quiet: true, retry: false });
  const [nodeId, setNodeId] = useState('');
  const [comment, setComment] = useState(opinion);
  const [straightBack, setStraightBack] = useState(false);
  const call = useAskedCall();
  const refusal = call.said || (error?.message ?? '');
  useEffect(() => {
    if (nodes?.[0]) setNodeId((now) => now || nodes[0].nodeId);
  }, [nodes]);
  const go = (): void => {
    if (!nodeId) return;
    if (!comment.trim()) return call.setSaid(t(['请填写退回原因', 'Say why it goes back']));
    void call.run(async (asking) => {
      await askCall(returnTask, { taskId, nodeId, comment, straightBack }, asking);
      onDone();
    });
  };
  const isEmpty = nodes?.length === 0;
  return (
    <AskDialog
      title={['退回', 'Return']}
      why={nodeId ? '' : t(isEmpty ? ['没有可以退回的步骤', 'No step to return it to'] : ['正在读取', 'Being read'])}
      call={{ ...call, said: refusal }}
      go={go}
      onClose={onClose}
    >
      {isEmpty && (
        <p>
          {t([
            '前面没有已办的步骤，不能退回；不同意请用“驳回”',
            'No step was done before this one; to refuse it, reject it',
          ])}
        </p>
      )}
      <div className="case-choices" role="radiogroup" aria-label={t(['退回到', 'Back to'])}>
        {nodes?.map((node) => (
          <label key={node.nodeId} className="tick">
            <input
              type="radio"
              name={id}
              checked={node.nodeId === nodeId}
              onChange={() => setNodeId(node.nodeId)}
              data-autofocus={node.nodeId === nodeId || undefined}
            />
            <span>
              {node.nodeName}{' '}
              <span className="quiet">
                {node.assigneeName} {shortMoment(node.endTime, language)}
              </span>
            </span>
          </label>
        ))}
      </div>
      {!isEmpty && (
        <>
          <WordsField
            label={['退回原因', 'Reason']}
            required
            value={comment}
            onChange={(words) => {
              setComment(words);
              call.setSaid('');
            }}
          />
          <label className="tick">
            <input type="checkbox" checked={straightBack} onChange={(event) => setStraightBack(event.target.checked)} />
            {t(['重新提交后直接回到我这里', 'Once mended it comes straight back to me'])}
          </label>
        </>
      )}
    </AskDialog>
  );
}
