import { TriangleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { create } from 'zustand';
import { useT } from '../i18n/words.ts';
import { Dialog } from './dialog.tsx';

interface Question {
  readonly title: string;
  readonly text?: string;
  readonly yes?: string;
  readonly no?: string;
  readonly danger?: boolean;
  /** Label of the text to enter; absent for a yes-or-no question. */ readonly words?: string;
}

const useQuestion = create<{ question: Question | null; answer: (yes: boolean, words?: string) => void }>(() => ({
  question: null,
  answer: () => undefined,
}));

/** Ask yes or no; return the choice. */
export function ask(question: Question): Promise<boolean> {
  useQuestion.getState().answer(false);
  return new Promise((resolve) => {
    useQuestion.setState({
      question,
      answer: (yes) => {
        useQuestion.setState({ question: null, answer: () => undefined });
        resolve(yes);
      },
    });
  });
}

/** Ask for a text; null if the person cancels. */
export function askWords(question: Question & { readonly words: string }): Promise<string | null> {
  useQuestion.getState().answer(false);
  return new Promise((resolve) => {
    useQuestion.setState({
      question,
      answer: (yes, words) => {
        useQuestion.setState({ question: null, answer: () => undefined });
        resolve(yes && words ? words : null);
      },
    });
  });
}

/** Shows the open question; mounted once, in the shell. */
export function QuestionHost(): ReactElement | null {
  const t = useT();
  const { question, answer } = useQuestion();
  const [words, setWords] = useState('');
  if (!question) return null;
  const close = (yes: boolean): void => {
    setWords('');
    answer(yes, words.trim());
  };
  const isEmpty = question.words !== undefined && !words.trim();
  const foot = (
    <>
      <button type="button" className="button" onClick={() => close(false)}>
        {question.no ?? t(['取消', 'Cancel'])}
      </button>
      <button
        type="button"
        data-autofocus={question.words ? undefined : true}
        disabled={isEmpty}
        title={isEmpty ? t([`请填写${question.words}`, `Fill in: ${question.words}`]) : undefined}
        className={`button strong${question.danger ? ' danger' : ''}`}
        onClick={() => close(true)}
      >
        {question.yes ?? t(['确定', 'OK'])}
      </button>
    </>
  );
  return (
    <Dialog
      title={question.title}
      width={420}
      onClose={() => close(false)}
      foot={foot}
      lead={
        question.danger && (
          <span className="dialog-mark">
            <TriangleAlert size={18} aria-hidden />
          </span>
        )
      }
    >
      {question.text && <p className="dialog-text">{question.text}</p>}
      {question.words && (
        <label className="ask-words">
          <span>{question.words}</span>
          <textarea
            className="plain-input"
            data-autofocus
            rows={3}
            maxLength={500}
            aria-label={question.words}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
      )}
    </Dialog>
  );
}
