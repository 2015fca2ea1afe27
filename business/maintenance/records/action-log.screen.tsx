import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { Changed } from '#kernel/web/detail/changed.tsx';
import { screen } from '#kernel/web/papers/screens.ts';
import { useLanguage, useT } from '#kernel/web/words/words.ts';
import { actionLog } from './action-log.paper.ts';

/** A changed field as the log keeps it, in words of the time. */
interface Change { readonly field: string; readonly label: Label; readonly old: string; readonly new: string; readonly english?: { readonly old: string; readonly new: string } }

/** What changed, field by field. */
function Changes({ changes, isNew }: { changes: readonly Change[]; isNew: boolean }): ReactElement {
  const t = useT();
  const english = useLanguage() === 'en';
  return <>{changes.map((one) => { const said = (english && one.english) || one; return <Changed key={one.field} label={t(one.label)} old={said.old} now={said.new} isNew={isNew} />; })}</>;
}

export default screen(actionLog, { columns: { changes: (row) => <Changes changes={(Array.isArray(row.changes) ? row.changes : []) as readonly Change[]} isNew={row.action === 'add' || row.action === 'create'} /> } });
