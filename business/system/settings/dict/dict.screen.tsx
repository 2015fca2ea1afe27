import { Columns2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Row } from '#kernel/language/paper.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyUses } from './panes/key-uses.view.tsx';
import { dictPaper } from './dict.paper.ts';
import { dictBiz } from './dict-biz.paper.ts';

function Panes({ kind }: { kind: string }): ReactElement {
  const t = useT();
  return (
    <Link className="button plain" to={`/dict-horizontal/index${kind}`}>
      <Columns2 size={16} aria-hidden />
      {t(['两栏', 'Two panes'])}
    </Link>
  );
}

/** Return the key of an item; empty for a group, whose key on the wire is -1. */
const keyOf = (row: { dictKey?: unknown }): string =>
  String(row.dictKey ?? '') === '-1' ? '' : String(row.dictKey ?? '');

const ofItem = (row: { parentId?: string | null; dictKey?: unknown }): string | undefined =>
  row.parentId && row.parentId !== '0' ? String(row.dictKey) : undefined;

export const systemDictionary = screen(dictPaper, {
  toolbar: () => <Panes kind="?kind=system" />,
  columns: { dictKey: keyOf },
  detailTabs: [
    {
      key: 'uses',
      label: ['使用处', 'Uses'],
      Content: ({ row }: { row: Row<typeof dictPaper> }) => <KeyUses of={dictPaper} id={row.id} only={ofItem(row)} />,
    },
  ],
});

export const businessDictionary = screen(dictBiz, {
  toolbar: () => <Panes kind="" />,
  columns: { dictKey: keyOf },
  detailTabs: [
    {
      key: 'uses',
      label: ['使用处', 'Uses'],
      Content: ({ row }: { row: Row<typeof dictBiz> }) => <KeyUses of={dictBiz} id={row.id} only={ofItem(row)} />,
    },
  ],
});
