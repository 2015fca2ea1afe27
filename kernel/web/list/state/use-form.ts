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

/**
 * The form over a list. The address has its state: the back button closes the form before it leaves the list, and a
 * reload opens it again.
 */
export interface FormOverList {
  readonly form: OpenForm | null;
  readonly openForm: (form: FormStart) => void;
  readonly closeForm: () => void;
  readonly edit: (row: WireRow, lacking?: Lacking) => Promise<void>;
  /** Counter that increases when the person goes back in the browser; the form then asks whether it may close. */
  readonly leaving: number;
  /** Continue in the form after going back, by putting it into the address again. */
  readonly stay: () => void;
}

let forms = 0;

/** Return the first values of a new form that an address names: fields of its filters that a person enters. */
function startOf(of: AnyPaper, filters: Readonly<Record<string, string>>): Pick<FormStart, 'start'> {
  const named = Object.entries(filters).filter(
    ([name, value]) => of.fields[name]?.filter === 'exact' && !of.fields[name].auto && value && !value.includes(','),
  );
  return named.length ? { start: Object.fromEntries(named) } : {};
}

/**
 * Return the state of the form. `page`: for papers with a page instead of the form, return the address of that page.
 */
export function useForm(of: AnyPaper, state: ListState, page?: (row: WireRow | null) => string): FormOverList {
  const navigate = useNavigate();
  const [form, setForm] = useState<OpenForm | null>(null);
  const [leaving, leave] = useState(0);
  const now = useRef({ form, state });
  now.current = { form, state };
  // Set after the form was closed. A render with the former address must not open it again.
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
  // The stored row is read first, because a list contains only its columns, and may be outdated.
  const edit = async (row: WireRow, lacking?: Lacking): Promise<void> =>
    page ? void navigate(page(row)) : openForm({ row: await fetchRow(of, rowKeyOf(of, row)), lacking });
  const path = useTabPath();
  const isAddressed = (): boolean =>
    location.pathname === path ? new URLSearchParams(location.search).has('form') : now.current.state.form !== null;
  useEffect(() => {
    // The person went back to this list, so ask the form whether it may close.
    const stepped = (): void => {
      closing.current = false;
      if (now.current.form && location.pathname === path && !isAddressed()) leave((times) => times + 1);
    };
    window.addEventListener('popstate', stepped);
    return () => window.removeEventListener('popstate', stepped);
  }, [path]);
  useEffect(() => {
    // Reset the flag when the address contains no form. Open the form that the address contains, such as after a reload
    // or from a link.
    if (!state.form) closing.current = false;
    if (!state.form || now.current.form || closing.current) return;
    if (page && state.form === 'new') {
      void navigate(page(null), { replace: true });
      return;
    }
    if (state.form === 'new') setForm({ key: String(++forms), row: null, ...startOf(of, state.filters) });
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
