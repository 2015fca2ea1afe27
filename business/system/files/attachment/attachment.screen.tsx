import { Download } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { downloadByPost } from '#kernel/web/http/files.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { findPaper } from '#kernel/web/registry/papers.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { attachment } from './attachment.paper.ts';

/** Button that downloads the ticked files as one archive. */
function TakeFiles({ rows }: { rows: readonly WireRow[] }): ReactElement {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const take = (): void => {
    setBusy(true);
    void downloadByPost(`${attachment.path}/downloadBatch`, { ids: rows.map((row) => row.id).join(',') }, 'files.zip')
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <button type="button" className="button" disabled={busy} onClick={take}>
      <Download size={15} aria-hidden />
      {t(['打包下载文件', 'Download the files'])}
    </button>
  );
}

/** The kind of paper that carries the file, as a link to its row if the kind has a page. */
function CarriedBy({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const name = String(row.paperName ?? '');
  const of = findPaper(name);
  const words = of ? t(of.title) : name;
  return of?.menu ? <Link to={`${of.menu.path}?id=${String(row.rowId)}`}>{words}</Link> : <>{words}</>;
}

export default screen(attachment, { picked: TakeFiles, columns: { paperName: (row) => <CarriedBy row={row} /> } });
