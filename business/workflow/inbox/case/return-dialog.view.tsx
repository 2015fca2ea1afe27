import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { backNodes, returnTask } from '../../work/verbs.calls.ts';

interface ReturnDialogProps {
  readonly taskId: string;
  /** What was written as the opinion already. */ readonly opinion: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks to which step a task goes back, and why. */
export function ReturnDialog({ taskId, opinion, onClose, onDone }: ReturnDialogProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const id = useId();
  const { data: nodes, error } = useCall(backNodes, { taskId }, { of: 'row', quiet: true, retry: false });
  const [nodeId, setNodeId] = useState('');
  const [comment, setComment] = useState(opinion);
  const [straightBack, setStraightBack] = useState(false);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  useEffect(() => {
    if (nodes?.[0]) setNodeId((now) => now || nodes[0].nodeId);
  }, [nodes]);
  const go = async (): Promise<void> => {
    if (busy || !nodeId) return;
    if (!comment.trim()) return setSaid(t(['请填写退回原因', 'Say why it goes back']));
    setBusy(true);
    try {
      await askCall(returnTask, { taskId, nodeId, comment, straightBack }, { key: key.current, quiet: true });
      onDone();
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      key.current = newKey();
      setSaid(failed.message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(['退回', 'Return'])}
      onClose={onClose}
      keys={[{ keys: 'Ctrl+Enter', label: ['退回', 'Return'], typing: true, run: () => void go() }]}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
          <button
            type="button"
            className="button strong"
            disabled={busy || !nodeId}
            title={nodes?.length === 0 ? t(['没有可以退回的步骤', 'No step to return it to']) : undefined}
            onClick={() => void go()}
          >
            {t(['退回', 'Return'])} <kbd>Ctrl ⏎</kbd>
          </button>
        </>
      }
    >
      <div className="dialog-fields">
        {nodes?.length === 0 && (
          <p>
            {t([
              '前面没有已办的步骤，不能退回；不同意请用“驳回”',
              'No step was done before this one; to refuse it, reject it',
            ])}
          </p>
        )}
        {error && (
          <p className="field-problem" role="alert">
            {error.message}
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
        {nodes?.length !== 0 && (
          <>
            <div className="field">
              <label htmlFor={`${id}-why`}>
                {t(['退回原因', 'Reason'])}
                <span className="must" aria-hidden>
                  *
                </span>
              </label>
              <textarea
                id={`${id}-why`}
                className="plain-input"
                rows={3}
                maxLength={2000}
                value={comment}
                onChange={(event) => {
                  setComment(event.target.value);
                  setSaid('');
                }}
              />
            </div>
            <label className="tick">
              <input
                type="checkbox"
                checked={straightBack}
                onChange={(event) => setStraightBack(event.target.checked)}
              />
              {t(['重新提交后直接回到我这里', 'Once mended it comes straight back to me'])}
            </label>
          </>
        )}
        {said && (
          <p className="field-problem" role="alert">
            {said}
          </p>
        )}
      </div>
    </Dialog>
  );
}
