import type { ReactElement } from 'react';
import { textIn } from '#kernel/language/label.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { screen } from '#kernel/web/registry/screens.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { inconformReason } from '../dictionaries.ts';
import { auditRecord } from './audit-record.paper.ts';

/** The stored changes of one audit step: flags found, lines changed with reasons, and corrected text of the work. */
interface Changed {
  readonly flags?: readonly { readonly flag: string; readonly detail?: string | null }[];
  readonly lines?: readonly { readonly reason?: string | null }[];
  readonly maintenanceContent?: string;
}

function Changes({ changes }: { changes: Changed }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { flags = [], lines = [], maintenanceContent: work } = changes;
  const reasons = [...new Set(lines.flatMap((one) => one.reason ?? []))];
  return (
    <>
      {flags.map((one) => (
        <p key={one.flag}>
          <KeyWord of={inconformReason} value={one.flag} />{' '}
          <span className="quiet">{textIn(one.detail ?? '', language)}</span>
        </p>
      ))}
      {lines.length > 0 && (
        <p>
          {t([`改了 ${lines.length} 行`, `${lines.length} ${lines.length === 1 ? 'line' : 'lines'} changed`])}{' '}
          <span className="quiet">{reasons.join('；')}</span>
        </p>
      )}
      {work && <p className="long-text">{work}</p>}
    </>
  );
}

export default screen(auditRecord, {
  columns: { changes: (row) => (row.changes ? <Changes changes={row.changes as Changed} /> : null) },
});
