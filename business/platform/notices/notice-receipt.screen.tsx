import { useEffect } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { readNotices } from './notice-receipt.calls.ts';
import { noticeReceipt } from './notice-receipt.paper.ts';

/** Mark a notice as read when it opens. */
function ReadMark({ row }: { row: WireRow }): null {
  useEffect(() => {
    if (row.readTime) return;
    askCall(readNotices, { ids: [row.id] }, { quiet: true }).then(
      () => {
        refresh(noticeReceipt.name);
        void queryClient.invalidateQueries({ queryKey: ['bell'] });
      },
      () => undefined,
    );
  }, [row.id]);
  return null;
}

export default screen(noticeReceipt, { detailAside: ReadMark });
