import { useEffect, useRef, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get, post, request, address } from '../http/http.ts';
import type { FormState, Values } from './form-state.ts';

const SAVE_AFTER_MS = 2_000;

interface Kept { readonly values?: Values; readonly at?: string; readonly time?: string }

/** Typing that was not saved is kept on the server, person by person and row by row; it comes back with a question, never by itself. */
export function useServerDraft(of: AnyPaper, row: string, form: FormState): { found: Kept | null; take: () => void; drop: () => void } {
  const [found, setFound] = useState<Kept | null>(null);
  const saved = useRef('');
  const place = { paper: of.name, row };
  useEffect(() => {
    get<Kept | null>('blade-core/drafts', place, { quiet: true }).then((kept) => { if (kept?.values && Object.keys(kept.values).length) setFound(kept); }, () => undefined);
  }, [of.name, row]);
  useEffect(() => {
    const text = JSON.stringify(form.values);
    if (!form.dirty || text === saved.current) return undefined;
    const timer = setTimeout(() => {
      saved.current = text;
      void post('blade-core/drafts', { ...place, values: form.values }, { quiet: true }).catch(() => undefined);
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [form.values, form.dirty]);
  const drop = (): void => {
    setFound(null);
    saved.current = JSON.stringify(form.values);
    void request(address('blade-core/drafts', place), { method: 'DELETE' }, { quiet: true }).catch(() => undefined);
  };
  return { found, take: () => { if (found?.values) form.set(found.values); setFound(null); }, drop };
}
