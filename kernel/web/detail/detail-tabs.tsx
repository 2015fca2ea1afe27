import { type ReactElement, lazy } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { rowKeyOf } from '../registry/paper-calls.ts';
import type { WireRow } from '../registry/rows.ts';
import { useSlots } from '../registry/use-slots.ts';
import { DetailInfo } from './info/detail-info.tsx';
import { hasRelations, namedBy } from './related.ts';
import { useTabCounts } from './use-tab-counts.ts';

// Each of these components is loaded when its tab is first opened.
const Annexes = lazy(() => import('./annexes.tsx'));
const History = lazy(() => import('./history.tsx'));
const Relations = lazy(() => import('./relations.tsx'));
const Comments = lazy(() => import('./comments.tsx'));

export interface DetailTab {
  readonly key: string;
  readonly label: Label;
  /** Number of entries in the tab; undefined until it is known, or for a tab without entries. */
  readonly count?: number;
  readonly content: ReactElement;
}

export function useDetailTabs(of: AnyPaper, row: WireRow | undefined): DetailTab[] {
  const { detailTabs = [], detailAside: Aside } = useSlots(of);
  // Rows with a code, such as regions, are read by the code instead of the id.
  const name = row && rowKeyOf(of, row);
  const counts = useTabCounts(of, name);
  if (!row || !name) return [];
  const related = counts && namedBy(of, row).length + Object.values(counts.related).reduce((sum, one) => sum + one, 0);
  return [
    {
      key: 'info',
      label: ['信息', 'Info'],
      content: (
        <>
          {Aside && <Aside row={row} />}
          <DetailInfo of={of} row={row} />
        </>
      ),
    },
    ...detailTabs.map(({ key, label, Content }): DetailTab => ({
      key,
      label,
      content: <Content row={row} />,
    })),
    ...(hasRelations(of)
      ? [
          {
            key: 'relations',
            label: ['关联', 'Relations'] as const,
            count: related,
            content: <Relations of={of} row={row} counts={counts} />,
          },
        ]
      : []),
    ...(of.annexes
      ? [
          {
            key: 'annexes',
            label: ['附件', 'Files'] as const,
            count: counts?.annexes,
            content: <Annexes of={of} row={row} />,
          },
        ]
      : []),
    {
      key: 'comments',
      label: ['评论', 'Comments'],
      count: counts?.comments,
      content: <Comments of={of} id={name} />,
    },
    { key: 'history', label: ['历史', 'History'], count: counts?.history, content: <History of={of} id={row.id} /> },
  ];
}
