import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { FieldGroups } from '#kernel/web/form/field-groups.tsx';
import { changedIn, useFormState } from '#kernel/web/form/form-state.ts';
import { initialValues } from '#kernel/web/form/form-values.ts';
import { fieldGroupsOf, inputNames } from '#kernel/web/form/groups.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { fetchRow, saveRow } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { modelMapping } from '../model-mapping.paper.ts';

/** The point and its connection model are known here, and its order counts in lists only. */
const KNOWN = ['connectionModelId', 'pointId', 'sourceField', 'sort'];
const names = inputNames(modelMapping).filter((name) => !KNOWN.includes(name));
const groups = fieldGroupsOf(modelMapping, names);

/** The inputs of a mapping. Tab moves on, Enter saves, Esc cancels. */
function MappingForm({
  row,
  start,
  onDone,
}: {
  row: WireRow | null;
  start: Readonly<Record<string, unknown>>;
  onDone: (isSaved: boolean) => void;
}): ReactElement {
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const form = useFormState(
    modelMapping.fields,
    useMemo(() => initialValues(modelMapping, row, start), []),
  );
  const [wrong, setWrong] = useState('');
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('.field :is(input, button):not(:disabled)')?.focus();
  }, []);
  const save = async (): Promise<void> => {
    if (!form.judgeAll(names)) return;
    const body = row
      ? { id: row.id, version: row.version, ...changedIn(form.values, form.began) }
      : Object.fromEntries(Object.entries(form.values).filter(([, value]) => value !== null && value !== ''));
    try {
      await saveRow(modelMapping, body, { quiet: true });
      onDone(true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      form.blame(Object.fromEntries(error.fields.map(({ field, msg }) => [field, msg])));
      setWrong(error.fields.some(({ field }) => names.includes(field)) ? '' : error.message);
    }
  };
  const press = (event: KeyboardEvent): void => {
    const isTyping = (event.target as HTMLElement).matches('[role=combobox], textarea, button, [aria-expanded=true]');
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') onDone(false);
    else if (event.key === 'Enter' && (!isTyping || event.ctrlKey || event.metaKey)) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="points-mapping" ref={box} onKeyDown={press}>
      <FieldGroups
        id={id}
        fields={modelMapping.fields}
        groups={groups}
        form={form}
        names={row?._names}
        onChange={(name, value) =>
          // An attribute belongs to its thing model.
          form.set({ [name]: value, ...(name === 'modelId' && { attributeId: null }) })
        }
      />
      {wrong && (
        <p className="model-wrong" role="alert">
          {wrong}
        </p>
      )}
      <div className="points-mapping-foot">
        <button type="button" className="button" onClick={() => onDone(false)}>
          {t(['取消', 'Cancel'])} <kbd>Esc</kbd>
        </button>
        <button type="button" className="button strong" onClick={() => void save()}>
          {t(['保存映射', 'Save mapping'])} <kbd>Enter</kbd>
        </button>
      </div>
    </div>
  );
}

export interface MappingEditProps {
  readonly id: string | null;
  readonly start: Readonly<Record<string, unknown>>;
  readonly onDone: (isSaved: boolean) => void;
}

/** Edits a mapping beside the table of points: a stored one by its id, else a new one that begins with `start`. */
export function MappingEdit({ id, start, onDone }: MappingEditProps): ReactElement | null {
  const language = useLanguage();
  // Its list holds some fields only.
  const stored = useQuery({
    queryKey: ['row', modelMapping.name, id, language],
    queryFn: ({ signal }) => fetchRow(modelMapping, id ?? '', signal),
    enabled: id !== null,
    staleTime: 0,
  });
  if (id !== null && (!stored.data || stored.isFetching)) return null;
  return <MappingForm row={stored.data ?? null} start={start} onDone={onDone} />;
}
