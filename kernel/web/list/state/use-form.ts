import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Lacking } from '../../actions/actions.tsx';
import { rowKeyOf, fetchRow } from '../../registry/paper-calls.ts';
import type { WireRow } from '../../registry/rows.ts';
import { useTabPath } from '../../tabs/tabs.ts';
import type { ListState } from './list-state.ts';

export interface FormStart {
  readonly row: WireRow | null;
  readonly start?: Readonly<Record<string, unknown>>;
  readonly lacking?: Lacking;
}
export interface OpenForm extends FormStart {
  readonly key: string;
}

/** The form over a list. The address says that it is open, so the back button closes it before it leaves the list, and a reload opens it again. */
export interface FormOverList {
  readonly form: OpenForm | null;
  readonly openForm: (form: FormStart) => void;
  readonly closeForm: () => void;
  readonly edit: (row: WireRow, lacking?: Lacking) => Promise<void>;
  /** Counts how often the person went back: the form asks whether it may close. */
  readonly leaving: number;
  /** He goes on with the form: the address says again that it is open. */
  readonly stay: () => void;
}

let forms = 0;

/** `page`: where rows are made and changed instead, for papers that have a page of their own. */
export function useForm(of: AnyPaper, state: ListState, page?: (row: WireRow | null) => string): FormOverList {
  const navigate = useNavigate();
  const [form, setForm] = useState<OpenForm | null>(null);
  const [leaving, leave] = useState(0);
  const now = useRef({ form, state });
  now.current = { form, state };
  // What is drawn may be a step behind the address: a form that was closed at once is not opened again when its address is drawn at last.
  const closing = useRef(false);
  const addressOf = (row: WireRow | null): Record<string, string> =>
    row ? { form: 'edit', id: row.id } : { form: 'new' };
  const openForm = (next: FormStart): void => {
    if (page) {
      void navigate(page(next.row));
      return;
    }
    closing.current = false;
    setForm({ key: String(++forms), ...next });
    state.change(addressOf(next.row), true);
  };
  // A form shows everything of a row, a list only its columns; and it must begin with what is stored now.
  const edit = async (row: WireRow, lacking?: Lacking): Promise<void> =>
    page ? void navigate(page(row)) : openForm({ row: await fetchRow(of, rowKeyOf(of, row)), lacking });
  const path = useTabPath();
  const isAddressed = (): boolean =>
    location.pathname === path ? new URLSearchParams(location.search).has('form') : now.current.state.form !== null;
  useEffect(() => {
    // A step of the browser that leads to this list without its form: the form is asked whether it may close.
    const stepped = (): void => {
      closing.current = false;
      if (now.current.form && location.pathname === path && !isAddressed()) leave((times) => times + 1);
    };
    window.addEventListener('popstate', stepped);
    return () => window.removeEventListener('popstate', stepped);
  }, [path]);
  useEffect(() => {
    // A link, or a page that was loaded anew, names a form that is not open yet.
    if (!state.form) closing.current = false;
    if (!state.form || now.current.form || closing.current) return;
    if (page && state.form === 'new') {
      void navigate(page(null), { replace: true });
      return;
    }
    if (state.form === 'new') setForm({ key: String(++forms), row: null });
    else if (state.id)
      void fetchRow(of, state.id).then(
        (row) => setForm({ key: String(++forms), row }),
        () => state.change({ form: undefined }, true),
      );
  }, [state.form, page]);
  return {
    form,
    openForm,
    edit,
    leaving,
    closeForm: () => {
      setForm(null);
      now.current.form = null;
      closing.current = isAddressed();
      if (closing.current) now.current.state.change({ form: undefined }, true);
    },
    stay: () => {
      if (now.current.form) now.current.state.change(addressOf(now.current.form.row), true);
    },
  };
}
