import { must } from '#kernel/language/must.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Refused } from '#kernel/web/http/refused.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { fetchRow, saveRow } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { processModel } from '../model/process-model.paper.ts';
import { isNewPage } from './canvas/new-drawing.rules.ts';
import type { EditedDrawing } from './canvas/use-modeler.view.tsx';

/** The stored row of an edited model, with the version that another person saved meanwhile. */
export interface EditedModel {
  readonly row: WireRow | undefined;
  readonly isMissing: boolean;
  /** The row as another person has saved it meanwhile; null if nobody has. */ readonly theirs: WireRow | null;
  readonly refusal: string;
  readonly isBusy: boolean;
  /**
   * Save the drawing. With `over`, overwrite that newer row, which another person has saved. Return the saved row, or
   * null if the save was refused.
   */
  readonly save: (over?: WireRow) => Promise<WireRow | null>;
  readonly takeTheirs: () => void;
}

const partsOf = (
  edited: EditedDrawing,
): { readonly modelKey: string; readonly name: string; readonly description: string } => {
  const registry = must(edited.drawing, 'drawing').get('elementRegistry').getAll();
  const root = must(edited.drawing, 'drawing').get('canvas').getRootElement().businessObject;
  // A model takes its name from its process; with several pools, from the first.
  const pool = registry.find(({ businessObject }) => businessObject?.$type === 'bpmn:Participant');
  const process =
    root.$type === 'bpmn:Collaboration'
      ? ((pool?.businessObject.get('processRef') as typeof root | undefined) ?? root)
      : root;
  const [documentation] = (process.get('documentation') as readonly { readonly text?: string }[] | undefined) ?? [];
  return {
    modelKey: process.id,
    name: process.name || process.id,
    description: (documentation?.text ?? '').slice(0, 500),
  };
};

export function useProcessModel(id: string, edited: EditedDrawing): EditedModel {
  const t = useT();
  const language = useLanguage();
  const isNew = isNewPage(id);
  const { data: read, error } = useQuery({
    queryKey: ['row', processModel.name, id, language],
    queryFn: ({ signal }) => fetchRow(processModel, id, signal),
    enabled: !isNew,
    retry: false,
    // Never reload the row, because a newer one must not replace the drawing that is being edited.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const [stored, setStored] = useState<WireRow | null>(null);
  const [theirs, setTheirs] = useState<WireRow | null>(null);
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  // Use the first row that was read. If others save it later, the version from which the edit began stays.
  useEffect(() => {
    if (read) setStored((before) => (before?.id === read.id ? before : read));
  }, [read]);
  const row = stored ?? undefined;
  async function save(over?: WireRow): Promise<WireRow | null> {
    if (!edited.drawing || isBusy) return null;
    setBusy(true);
    setRefusal('');
    const base = over ?? row;
    try {
      const saved = await saveRow(
        processModel,
        {
          ...(base && { id: base.id, version: base.version }),
          ...partsOf(edited),
          modelEditorXml: await edited.xml(),
        },
        { quiet: true },
      );
      const now = await fetchRow(processModel, saved.id ?? base!.id);
      setStored(now);
      setTheirs(null);
      edited.setClean();
      refresh(processModel.name);
      toast.good(t(['已保存', 'Saved']));
      return now;
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      if (failed.reason === 'row.changed' && row) setTheirs(await fetchRow(processModel, row.id));
      else setRefusal(failed.fields.map((one) => one.msg).join(t(['；', '; '])) || failed.message);
      return null;
    } finally {
      setBusy(false);
    }
  }
  return {
    row,
    isMissing: error instanceof Refused && [403, 404].includes(error.code),
    theirs,
    refusal,
    isBusy,
    save,
    takeTheirs: () => {
      setStored(theirs);
      setTheirs(null);
      if (theirs) void edited.read(String(theirs.modelEditorXml));
    },
  };
}
