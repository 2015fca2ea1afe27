import { TriangleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { type BoardQuestion, useBoard } from '../state/board-store.view.tsx';

const MOST = 255;

function Asked({ question }: { question: BoardQuestion }): ReactElement {
  const t = useT();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const go = (): void => {
    if (reason.trim()) question.answer(reason.trim());
    else setMissing(true);
  };
  const foot = (
    <>
      <button type="button" className="button" onClick={() => question.answer(null)}>
        {question.no}
      </button>
      <button type="button" className="button strong" onClick={go}>
        {question.yes} <kbd>Ctrl ⏎</kbd>
      </button>
    </>
  );
  return (
    <Dialog
      title={question.title}
      width={460}
      onClose={() => question.answer(null)}
      foot={foot}
      lead={
        question.conflicts.length > 0 && (
          <span className="dialog-mark">
            <TriangleAlert size={18} aria-hidden />
          </span>
        )
      }
      keys={[{ keys: 'Ctrl+Enter', label: ['确定', 'OK'], typing: true, run: go }]}
    >
      {question.conflicts.length > 0 && (
        <ul className="conflicts">
          {question.conflicts.map((one, at) => (
            <li key={at}>{t(one.words)}</li>
          ))}
        </ul>
      )}
      <label className="reason">
        <span>{question.label}</span>
        <textarea
          data-autofocus
          rows={2}
          maxLength={MOST}
          value={reason}
          aria-invalid={missing}
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
          placeholder={question.example}
        />
      </label>
      {missing && (
        <p className="field-problem" role="alert">
          {t(['请填写原因', 'Say why'])}
        </p>
      )}
    </Dialog>
  );
}

/** The dialog that asks for a reason, while the board has such a question. */
export function ReasonDialog(): ReactElement | null {
  const question = useBoard((state) => state.question);
  return question && <Asked key={question.count} question={question} />;
}
