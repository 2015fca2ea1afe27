import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { create } from 'zustand';
import { useT } from '../words/words.ts';
import { Dialog } from './dialog.tsx';

interface Question { readonly title: string; readonly text?: string; readonly yes?: string; readonly no?: string; readonly danger?: boolean }

const useQuestion = create<{ question: Question | null; answer: (yes: boolean) => void }>(() => ({ question: null, answer: () => undefined }));

/** Asks yes or no; answers what the person chose. */
export function ask(question: Question): Promise<boolean> {
  useQuestion.getState().answer(false);
  return new Promise((resolve) => {
    useQuestion.setState({ question, answer: (yes) => { useQuestion.setState({ question: null, answer: () => undefined }); resolve(yes); } });
  });
}

/** Stands once in the shell and shows the question that is asked. */
export function QuestionHost(): ReactElement | null {
  const t = useT();
  const { question, answer } = useQuestion();
  if (!question) return null;
  const foot = (
    <>
      <button type="button" className="button" onClick={() => answer(false)}>{question.no ?? t(['取消', 'Cancel'])}</button>
      <button type="button" data-autofocus className={`button strong${question.danger ? ' danger' : ''}`} onClick={() => answer(true)}>{question.yes ?? t(['确定', 'OK'])}</button>
    </>
  );
  return (
    <Dialog title={question.title} width={420} onClose={() => answer(false)} foot={foot} lead={question.danger && <span className="dialog-mark"><TriangleAlert size={18} aria-hidden /></span>}>
      {question.text && <p className="dialog-text">{question.text}</p>}
    </Dialog>
  );
}
