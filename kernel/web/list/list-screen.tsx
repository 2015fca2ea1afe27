import { must } from '#kernel/language/must.ts';
import { type ReactElement, Suspense, lazy } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { PaperDetail } from '../detail/paper-detail.tsx';
import { useOthersInList } from '../detail/presence/presence.ts';
import { useReadable } from '../registry/papers.ts';
import { useDirtyForm } from '../tabs/tabs.ts';
import { withControls } from '../theme/with-controls.tsx';
import { useSteady } from '../i18n/steady.ts';
import { ExportDialog } from '../import-export/export-dialog.tsx';
import { CellMenu } from './cell-edit/cell-menu.tsx';
import { Groups, Laid } from './ways/laid.tsx';
import { ListHead } from './list-head.tsx';
import { ListKeys } from './list-keys.tsx';
import { ListTable } from './list-table.tsx';
import { PhoneList } from './phone-list.tsx';
import { Pager } from './pager.tsx';
import { RowMenu } from './rows/row-tools.tsx';
import { SaveViewDialog } from './dialogs/save-view-dialog.tsx';
import { SearchBar } from './filters/search-bar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type ListScreenState, useListScreen } from './state/use-list-screen.ts';
import { ViewChips } from './views/view-chips.tsx';
import './list.css';
import './filters/filters.css';
import './pager.css';
import './rows/child-rows.css';
import './dialogs/dialogs.css';
import './list-narrow.css';
import './ways/groups/groups.css';
import './list-print.css';

const PaperForm = withControls(() => import('../form/paper-form.tsx').then((module) => module.PaperForm));
const BulkDialog = withControls(() => import('./dialogs/bulk-dialog.tsx').then((module) => module.BulkDialog));
const CellEdit = withControls(() => import('./cell-edit/cell-edit.tsx').then((module) => module.CellEdit));
const ArrangeDialog = withControls(() => import('./arrange/arrange-dialog.tsx').then((module) => module.ArrangeDialog));

// Loaded when it opens.
const ColumnPanel = lazy(() => import('./columns/column-panel.tsx'));

/** The rows in the present layout, with the groups if the list is grouped. */
function Rows({ screen }: { screen: ListScreenState }): ReactElement {
  if (screen.as) return <Laid screen={screen} />;
  if (!screen.state.group) return <ListTable screen={screen} />;
  return (
    <div className="list-grouped">
      <Groups screen={screen} />
      <ListTable screen={screen} />
    </div>
  );
}

/** The rows, and beside them the panel of columns while it is open. */
function RowsBesideColumns({ screen }: { screen: ListScreenState }): ReactElement {
  if (screen.dialog !== 'columns' || screen.as) return <Rows screen={screen} />;
  return (
    <div className="list-beside">
      <Rows screen={screen} />
      <Suspense fallback={<aside className="column-panel" aria-busy />}>
        <ColumnPanel screen={screen} onClose={() => screen.show(null)} />
      </Suspense>
    </div>
  );
}

/** The layers over the list: the input of a cell, its menu, the menu of a row, and the dialogs of actions. */
function Floating({ screen }: { screen: ListScreenState }): ReactElement {
  const { of, cell, menu, acting, slots } = screen;
  return (
    <>
      {cell.open && (
        <CellEdit
          key={`${cell.open.row.id} ${cell.open.name}`}
          of={of}
          inputs={slots.inputs}
          onClose={() => cell.close(must(cell.open, 'open'))}
          {...cell.open}
        />
      )}
      {cell.choosing && <CellMenu screen={screen} row={cell.choosing} />}
      {menu && <RowMenu screen={screen} {...menu} />}
      {acting.element}
    </>
  );
}

/** A component of the paper that renders nothing. It reads once what the cells of all visible rows need. */
function Shared({ screen: { slots, shown } }: { screen: ListScreenState }): ReactElement | null {
  const { inSight: InSight } = slots;
  return InSight ? <InSight rows={shown.map((one) => one.row)} /> : null;
}

/** Maximum number of rows for which the list shows who else has them open. */
const MAX_MARKED = 100;

/** The standard screen of a paper, built from the definition. */
export default function ListScreen({ of: whole }: { of: AnyPaper }): ReactElement {
  const of = useReadable(whole);
  const screen = useListScreen(of);
  const tellDirty = useDirtyForm(screen.form !== null);
  const { state, rows, dialog, show, form, phone } = screen;
  useOthersInList(
    of,
    screen.shown.slice(0, MAX_MARKED).map((one) => one.row.id),
  );
  const { saveView } = useSteady({ saveView: () => show('view') });
  return (
    <div className="list" data-phone={phone} data-table={of.name}>
      <Shared screen={screen} />
      <ListHead screen={screen} />
      <ViewChips screen={screen} />
      {phone ? (
        <PhoneList screen={screen} />
      ) : (
        <>
          {screen.selection.size > 0 ? (
            <SelectionBar screen={screen} />
          ) : (
            <SearchBar
              of={of}
              keyword={state.keyword}
              filters={state.filters}
              change={state.change}
              reset={state.reset}
              onSaveView={saveView}
            />
          )}
          <RowsBesideColumns screen={screen} />
          {!screen.as && (
            <Pager
              of={of}
              state={state}
              rows={rows}
              onSize={(size) => {
                screen.keep({ size });
                state.change({ size: String(size) });
              }}
            />
          )}
        </>
      )}
      {!form && <ListKeys screen={screen} />}
      {state.id && !form && !of.plain && (
        <PaperDetail
          key={of.name}
          of={of}
          id={state.id}
          rows={screen.shown.map((one) => one.row)}
          before={of.tree || screen.as ? 0 : (state.current - 1) * state.size}
          total={of.tree || screen.as ? screen.shown.length : rows.page?.total}
          about={!of.tree && rows.page?.totalApprox}
          onGo={(id) => state.change({ id: id ?? undefined }, true)}
          onEdit={(row, lacking) => void screen.edit(row, lacking)}
          onCopy={screen.copy}
          onRemove={(row) => void screen.remove([row])}
        />
      )}
      {form && (
        <PaperForm
          key={form.key}
          of={of}
          row={form.row}
          start={form.start}
          lacking={form.lacking}
          leaving={screen.leaving}
          onStay={screen.stay}
          onClose={screen.closeForm}
          onDirty={tellDirty}
          onSaved={screen.saved}
        />
      )}
      <Floating screen={screen} />
      {dialog === 'export' && <ExportDialog screen={screen} onClose={() => show(null)} />}
      {dialog === 'bulk' && <BulkDialog screen={screen} onClose={() => show(null)} />}
      {dialog === 'arrange' && <ArrangeDialog of={of} onClose={() => show(null)} />}
      {dialog === 'view' && <SaveViewDialog screen={screen} onClose={() => show(null)} />}
    </div>
  );
}
