import type { ReactElement } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import type { BatchAnswer } from '../registry/rows.ts';
import { useT } from '../i18n/words.ts';
import '../list/dialogs/dialogs.css';

/** Lists the rows to which an action was not done, each with the reason. It was done to all other rows. */
export function BatchDialog({ batch, onClose }: { batch: BatchAnswer; onClose: () => void }): ReactElement {
  const t = useT();
  return (
    <Dialog
      title={t([
        `成功 ${batch.success.length} 条，失败 ${batch.failed.length} 条`,
        `${batch.success.length} done, ${batch.failed.length} not`,
      ])}
      width={560}
      onClose={onClose}
      foot={
        <button type="button" className="button strong" data-autofocus onClick={onClose}>
          {t(['知道了', 'Got it'])}
        </button>
      }
    >
      <ul className="batch-failed">
        {batch.failed.map((one) => (
          <li key={one.id}>
            <span className="mono">{one.no || one.id}</span>
            <span>{one.msg}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
