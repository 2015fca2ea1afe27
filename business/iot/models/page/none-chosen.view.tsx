import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { listTitleOf } from '#kernel/language/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';

/** The page of one row at an address without an id: a link to the list in which a row is chosen. */
export function NoneChosen({ of }: { of: AnyPaper }): ReactElement {
  const t = useT();
  return (
    <div className="table-empty" role="status">
      <b>{t([`没有选择${of.title[0]}`, `No ${of.title[1].toLowerCase()} is chosen`])}</b>
      {of.menu && (
        <Link to={of.menu.path}>{t([`打开${of.title[0]}列表`, `Open ${listTitleOf(of)[1].toLowerCase()}`])}</Link>
      )}
    </div>
  );
}
