import { useEffect, useRef, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get, postJson } from '../http/http.ts';
import type { FormState, FormValues } from './form-state.ts';

const SAVE_AFTER_MS = 2_000;

interface Kept {
  readonly content?: FormValues | null;
  readonly at?: string;
}

/**
 * Store unsaved input on the server, by person and row. When the form opens again, the person may restore or discard
 * it.
 */
export function useServerDraft(
  of: AnyPaper,
  row: string,
  form: FormState,
): { found: Kept | null; take: () => void; drop: () => void } {
  const [found, setFound] = useState<Kept | null>(null);
  const saved = useRef('');
  const place = { paper: of.name, row };
  useEffect(() => {
    get<Kept | null>('blade-core/drafts', place, { quiet: true }).then(
      (stored) => {
        if (stored?.content && Object.keys(stored.content).length) setFound(stored);
      },
      () => undefined,
    );
  }, [of.name, row]);
  useEffect(() => {
    // Secrets are left out, so the person types them again after restoring the draft.
    const content = Object.fromEntries(Object.entries(form.values).filter(([name]) => !of.fields[name]?.sealed));
    const text = JSON.stringify(content);
    if (!form.dirty || text === saved.current) return undefined;
    const timer = setTimeout(() => {
      saved.current = text;
      void postJson('blade-core/drafts', { ...place, content }, { quiet: true }).catch(() => undefined);
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [form.values, form.dirty]);
  const drop = (): void => {
    if (found || saved.current)
      void postJson('blade-core/drafts', { ...place, remove: true }, { quiet: true }).catch(() => undefined);
    setFound(null);
    saved.current = JSON.stringify(form.values);
  };
  return {
    found,
    take: () => {
      if (found?.content) form.set(found.content);
      setFound(null);
    },
    drop,
  };
}
