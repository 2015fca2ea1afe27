import { Eye } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { REVEAL } from '#kernel/language/permission.ts';
import { viewOf } from '#kernel/fields/kinds.view.tsx';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { DialogButtons } from '../dialogs/dialog-buttons.tsx';
import { postJson } from '../http/http.ts';
import { Refused } from '../http/refused.ts';
import { queryClient } from '../query/client.ts';
import { useButtons } from '../session/buttons.ts';
import { phoneWords } from '../i18n/phones.ts';
import { useLanguage, useT } from '../i18n/words.ts';

interface MaskedProps {
  readonly of: AnyPaper;
  readonly id: string;
  readonly field: string;
  readonly value: string;
}

function ReasonDialog({
  of,
  id,
  field,
  onClose,
  onShown,
}: Omit<MaskedProps, 'value'> & {
  onClose: () => void;
  onShown: (value: string, seconds: number) => void;
}): ReactElement {
  const t = useT();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const show = async (): Promise<void> => {
    if (!reason.trim()) {
      setProblem(t(['请输入查看原因', 'Enter why you need it']));
      return;
    }
    try {
      const shown = await postJson<{ value: string; seconds: number }>(
        'blade-core/reveal',
        { paper: of.name, id, field, reason: reason.trim() },
        { quiet: true },
      );
      void queryClient.invalidateQueries({ queryKey: ['history', of.name] });
      onShown(shown.value, shown.seconds);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.message);
    }
  };
  const usual = [
    t(['回电确认', 'Calling back']),
    t(['上门联系', 'Arranging the visit']),
    t(['核对身份', 'Checking identity']),
  ];
  return (
    <Dialog
      title={t(['显示完整内容', 'Show in clear'])}
      width={420}
      onClose={onClose}
      foot={
        <DialogButtons onClose={onClose} onClick={() => void show()}>
          {t(['显示', 'Show'])}
        </DialogButtons>
      }
    >
      <form
        className="plain-field"
        onSubmit={(event) => {
          event.preventDefault();
          void show();
        }}
      >
        <label htmlFor="reveal-reason">{t(['为什么要看', 'Why you need it'])}</label>
        <input
          id="reveal-reason"
          data-autofocus
          className="plain-input"
          maxLength={100}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setProblem('');
          }}
          aria-invalid={problem !== ''}
        />
        {problem && (
          <p className="field-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="choice-grid">
          {usual.map((words) => (
            <button key={words} type="button" className="choice" onClick={() => setReason(words)}>
              {words}
            </button>
          ))}
        </div>
        <p className="quiet">{t(['显示 60 秒，并记入历史。', 'Shown for 60 seconds, and noted in the history.'])}</p>
      </form>
    </Dialog>
  );
}

/** A masked value. People with the right can reveal it for a minute; they must type a reason, which is logged. */
export function Masked({ of, id, field, value }: MaskedProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const buttons = useButtons();
  const [asking, setAsking] = useState(false);
  const [clear, setClear] = useState<{ value: string; seconds: number } | null>(null);
  useEffect(() => {
    if (!clear) return undefined;
    const timer = setTimeout(() => setClear(null), clear.seconds * 1000);
    return () => clearTimeout(timer);
  }, [clear]);
  useEffect(() => setClear(null), [id]);
  return (
    <span className="masked">
      {clear ? (
        <b>
          {viewOf(of.fields[field]).cell({
            value: clear.value,
            field: of.fields[field],
            name: field,
            label: undefined,
            language,
          })}
        </b>
      ) : (
        phoneWords(value, language)
      )}
      {!clear && buttons.has(REVEAL) && (
        <button type="button" className="button masked-show" onClick={() => setAsking(true)}>
          <Eye size={13} aria-hidden />
          {t(['显示', 'Show'])}
        </button>
      )}
      {asking && (
        <ReasonDialog
          of={of}
          id={id}
          field={field}
          onClose={() => setAsking(false)}
          onShown={(shown, seconds) => {
            setClear({ value: shown, seconds });
            setAsking(false);
          }}
        />
      )}
    </span>
  );
}
