import { Download } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { downloadByPost } from '#kernel/web/http/files.ts';
import { screen } from '#kernel/web/papers/screens.ts';
import type { WireRow } from '#kernel/web/papers/rows.ts';
import { useT } from '#kernel/web/words/words.ts';
import { attachment } from './attachment.paper.ts';

/** Several files as one archive, made while it is sent. */
function TakeFiles({ rows }: { rows: readonly WireRow[] }): ReactElement {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const take = (): void => {
    setBusy(true);
    void downloadByPost(`${attachment.path}/downloadBatch`, { ids: rows.map((row) => row.id).join(',') }, 'files.zip').catch(() => undefined).finally(() => setBusy(false));
  };
  return <button type="button" className="button" disabled={busy} onClick={take}><Download size={15} aria-hidden />{t(['打包下载文件', 'Take the files'])}</button>;
}

export default screen(attachment, { picked: TakeFiles });
