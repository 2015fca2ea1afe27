import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type ActionRunner, useActing } from '../../actions/actions.tsx';
import { ask } from '../../dialogs/ask.tsx';
import { useChanges } from '../../realtime/live.ts';
import { copyRow, rowKeyOf, removeRows, restoreRows } from '../../registry/paper-calls.ts';
import type { Matching } from '../../registry/target.ts';
import { useMay } from '../../registry/papers.ts';
import { rowCaption } from '../../registry/row-caption.ts';
import { type WireRow, isBatch, asReadOnly } from '../../registry/rows.ts';
import type { Slots } from '../../registry/screens.ts';
import { useHasForm, useSlots } from '../../registry/use-slots.ts';
import { refresh } from '../../query/client.ts';
import { listFiltersOf } from '../../query/list-query.ts';
import { type Column, tableColumnsOf } from '../../table/columns.ts';
import { type FlatRow, flatten } from '../../table/flat-rows.ts';
import { useLeaving } from '../../tabs/use-leaving.ts';
import { toast } from '../../toast/toasts.ts';
import { useSteady } from '../../i18n/steady.ts';
import { useLanguage, useT } from '../../i18n/words.ts';
import { type ListState, useListState } from './list-state.ts';
import { takenBack } from './taken-back.ts';
import { type CellEditing, useCellEdit } from '../cell-edit/use-cell-edit.ts';
import { type RowsInWays, useWays } from '../ways/use-ways.ts';
import { type Added, useAdded } from './use-added.ts';
import { useFocusBack } from './use-focus-back.ts';
import { type FormOverList, useForm } from './use-form.ts';
import { usePhone } from './use-phone.ts';
import { type Rows, useBranches } from './use-rows.ts';
import { type Selection, useSelection } from './use-selection.ts';
import type { StoredListSettings, ListSettings } from '../../query/list-settings.ts';
import { useFirstView } from '../views/first-view.ts';
import { type ViewTab, storeSettings, tabNamed, useViews, viewTabs } from '../views/views.ts';
import { counted } from '../../i18n/plural.ts';

type DialogName = 'columns' | 'export' | 'bulk' | 'view' | 'arrange';

/** The state that all parts of a standard screen share. */
export interface ListScreenState extends FormOverList, Omit<RowsInWays, 'rows'> {
  readonly of: AnyPaper;
  readonly state: ListState;
  readonly rows: Rows;
  readonly slots: Slots;
  readonly settings: ListSettings;
  readonly keep: (part: ListSettings) => void;
  readonly stored: StoredListSettings;
  readonly columns: readonly Column[];
  readonly allColumns: readonly { readonly column: Column; readonly hidden: boolean }[];
  readonly shown: readonly FlatRow[];
  readonly toggle: (id: string) => void;
  readonly views: readonly ViewTab[];
  readonly view: ViewTab | undefined;
  readonly filters: Readonly<Record<string, string>>;
  readonly selection: Selection;
  readonly cursor: string | null;
  readonly setCursor: (id: string | null) => void;
  readonly may: (action: string) => boolean;
  readonly acting: ActionRunner;
  readonly cell: CellEditing;
  readonly dialog: DialogName | null;
  readonly show: (dialog: DialogName | null) => void;
  readonly saved: (row: WireRow, another: boolean) => void;
  /** The row that was just added, if the list does not show it; else null. */ readonly away: Added['away'];
  readonly phone: boolean;
  /** Rows have a form at this width. */ readonly hasForm: boolean;
  readonly menu: { readonly id: string; readonly x: number; readonly y: number } | null;
  readonly openMenu: (menu: { id: string; x: number; y: number } | null) => void;
  readonly copy: (row: WireRow) => Promise<void>;
  readonly remove: (rows: readonly WireRow[], all?: { readonly matching: Matching }) => Promise<void>;
  readonly changes: number;
  readonly seeChanges: () => void;
}

/** Return a function that removes rows after a confirmation, and then offers an undo for some seconds. */
function useRemove(of: AnyPaper, acting: ActionRunner, clear: () => void): ListScreenState['remove'] {
  const t = useT();
  const sure = (rows: readonly WireRow[], all?: { readonly matching: Matching }): Promise<boolean> => {
    const one = !all && rows.length === 1;
    const count = all?.matching.count ?? rows.length;
    return ask({
      title: t(['确定将选择数据删除?', one ? 'Delete this row?' : 'Delete the selected rows?']),
      text: t(
        one
          ? [rowCaption(of, rows[0], 'zh'), rowCaption(of, rows[0], 'en')]
          : [`共 ${count} 条`, counted(count, 'row')],
      ),
      yes: t(['确定', 'Delete']),
      danger: true,
    });
  };
  return async (rows, all) => {
    if (rows.length === 0) {
      toast.bad(t(['请选择至少一条数据', 'Choose at least one row']));
      return;
    }
    if (!(await sure(rows, all))) return;
    const answer = await removeRows(of, all ?? { ids: rows.map((row) => rowKeyOf(of, row)) });
    const gone = isBatch(answer) ? answer.success : rows.map((row) => row.id);
    if (isBatch(answer) && answer.failed.length) acting.notify(answer);
    clear();
    refresh(of.name);
    if (gone.length)
      toast.good(t(['删除成功', 'Deleted']), {
        label: t(['撤销', 'Undo']),
        run: () => void takenBack(restoreRows(of, gone), of, acting),
      });
  };
}

/** Return the form over a list, or none at a width without forms. */
const formAt = (over: FormOverList, hasForm: boolean): FormOverList => (hasForm ? over : { ...over, form: null });

/** Return the rights to actions of a list: rows that come along are not added alone, and forms may be absent. */
function useMayHere(of: AnyPaper, hasForm: boolean): (action: string) => boolean {
  const may = useMay(of);
  return (action) =>
    may(action) &&
    !(of.comesAlong && (action === 'add' || action === 'import')) &&
    (hasForm || !['add', 'edit', 'import', 'delete'].includes(action));
}

/** Return how a list is shown, with its rows. Without a form at this width the rows are read only. */
function useWaysHere(hasForm: boolean, ...input: Parameters<typeof useWays>): ReturnType<typeof useWays> {
  const ways = useWays(...input);
  const { page } = ways.rows;
  const readOnly = useMemo(() => page && { ...page, records: page.records.map(asReadOnly) }, [page]);
  return hasForm ? ways : { ...ways, rows: { ...ways.rows, page: readOnly } };
}

/**
 * Return the state of the list, which asks before another record replaces one with unsaved input, such as a comment.
 */
function useGuarded(state: ListState): ListState {
  const asks = useLeaving();
  const { change } = useSteady({
    change(part: Parameters<ListState['change']>[0], keepPage?: boolean): void {
      const go = (): void => state.change(part, keepPage);
      if (state.id && state.form === null && 'id' in part && part.id !== state.id) asks(go);
      else go();
    },
  });
  return useMemo(() => ({ ...state, change }), [state]);
}

export function useListScreen(of: AnyPaper): ListScreenState {
  const { stored, isLoaded, waits } = useViews(of);
  const settings = stored.settings ?? {};
  const state = useGuarded(useListState(of, settings.size));
  const slots = useSlots(of);
  const views = useMemo(() => viewTabs(of, stored), [of, stored]);
  useFirstView(of, { stored, isLoaded, views }, state);
  const view = tabNamed(views, state.view);
  const phone = usePhone();
  // The filters depend on the view, so rows are requested only when the server has returned it.
  const known = !waits || view !== undefined || state.view === '';
  const hasForm = useHasForm(of);
  const { as, lay, rows } = useWaysHere(hasForm, of, state, view, { phone, known });
  const branches = useBranches(of);
  const filters = listFiltersOf(of, state, view?.filters);
  const selection = useSelection(JSON.stringify(filters));
  const [cursor, setCursor] = useState<string | null>(null);
  const [dialog, show] = useState<DialogName | null>(null);
  const [menu, openMenu] = useState<{ id: string; x: number; y: number } | null>(null);
  const [changes, seen] = useChanges(of.name);
  const navigate = useNavigate();
  const page = slots.page as ((row: WireRow | null) => string) | undefined;
  const over = formAt(useForm(of, state, page), hasForm);
  const { form, openForm, edit } = over;
  const acting = useActing(of, selection.clear, (row, lacking) => void edit(row, lacking));
  const may = useMayHere(of, hasForm);
  const language = useLanguage();
  const columns = useMemo(
    () => tableColumnsOf(of, slots, settings.columns ?? [], language),
    [of, slots, settings.columns, language],
  );
  const shown = useMemo(
    () => flatten(rows.page?.records ?? [], branches.open, branches.loaded, of.tree !== undefined),
    [rows.page, branches.open, branches.loaded],
  );
  // The row stays marked after its detail has closed.
  useEffect(() => {
    if (state.id) setCursor(state.id);
  }, [state.id]);
  useFocusBack(of.name, state.id !== null || form !== null, state.id ?? cursor);
  useEffect(seen, [rows.page]);
  const cell = useCellEdit(of, slots);
  const added = useAdded(
    of,
    shown.map((one) => one.row.id),
    (name) => state.change({ id: name }, true),
  );
  return {
    of,
    state,
    rows,
    slots,
    settings,
    stored,
    keep: (part) => storeSettings(of, part),
    columns: columns.shown,
    allColumns: columns.all,
    shown,
    toggle: (id) => {
      const found = shown.find((one) => one.row.id === id);
      if (found) branches.toggle(found.row);
    },
    views,
    view,
    filters,
    selection,
    cursor: state.id ?? cursor,
    setCursor,
    may,
    acting,
    cell,
    dialog,
    show,
    ...over,
    hasForm,
    as,
    lay,
    known,
    phone,
    saved: (row, another) => {
      setCursor(row.id);
      if (form?.row === null && !another && !of.plain) added.watch(row);
      if (!another) over.closeForm();
    },
    away: added.away,
    menu,
    openMenu,
    copy: async (row) =>
      page ? void navigate(`${page(null)}?copy=${row.id}`) : openForm({ row: null, start: await copyRow(of, row.id) }),
    remove: useRemove(of, acting, () => {
      selection.clear();
      if (state.id) state.change({ id: undefined }, true);
    }),
    changes,
    seeChanges: () => {
      seen();
      refresh(of.name);
    },
  };
}
