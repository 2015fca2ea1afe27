import { Tree } from 'antd';
import { type Key, type ReactElement, useEffect, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#kernel/web/http/http.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useLanguage, useT } from '#kernel/web/words/words.ts';

interface MenuNode { readonly id: string; readonly title: string; readonly titleEn: string; readonly category: number; readonly children?: readonly MenuNode[] }
interface Branch { readonly key: string; readonly title: string; readonly children?: Branch[] }

/** Where a choice of menus is read and written. */
export interface ChoiceCalls { readonly tree: string; readonly keys: string; readonly keysQuery: Readonly<Record<string, string>>; readonly save: string; readonly body: (menuIds: readonly string[]) => unknown }

const branches = (nodes: readonly MenuNode[], english: boolean, withButtons: boolean): Branch[] => nodes.filter((node) => withButtons || node.category === 1)
  .map((node) => ({ key: node.id, title: english ? node.titleEn : node.title, ...(node.children && { children: branches(node.children, english, withButtons) }) }));

const below = (branch: Branch): string[] => [branch.key, ...(branch.children ?? []).flatMap(below)];

function useChoice(calls: ChoiceCalls): { menus: readonly MenuNode[]; ticked: readonly string[] | undefined } {
  const tree = useQuery({ queryKey: ['menus to choose', calls.tree], queryFn: () => get<{ menu: MenuNode[] }>(calls.tree), staleTime: 60_000 });
  const keys = useQuery({ queryKey: ['menus chosen', calls.keys, calls.keysQuery], queryFn: () => get<{ menu: string[] }>(calls.keys, calls.keysQuery) });
  return { menus: tree.data?.menu ?? [], ticked: keys.data?.menu };
}

/** Menus and buttons to tick. What is ticked is kept exactly so; ticking a branch ticks what stands below it. */
export function MenuChoice({ calls, withButtons, hint }: { calls: ChoiceCalls; withButtons: boolean; hint: string }): ReactElement {
  const t = useT();
  const english = useLanguage() === 'en';
  const client = useQueryClient();
  const { menus, ticked } = useChoice(calls);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setChosen(null), [calls.save, JSON.stringify(calls.keysQuery)]);
  const tree = useMemo(() => branches(menus, english, withButtons), [menus, english, withButtons]);
  const now = chosen ?? ticked ?? [];

  function tick(branch: Branch, on: boolean): void {
    const all = new Set(now);
    for (const key of below(branch)) { if (on) all.add(key); else all.delete(key); }
    setChosen([...all]);
  }

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await post(calls.save, calls.body(now));
      toast.good(t(['已保存', 'Saved']));
      await client.invalidateQueries({ queryKey: ['menus chosen'] });
      setChosen(null);
    } finally { setBusy(false); }
  }

  return (
    <div className="detail-own">
      <p className="quiet">{hint}</p>
      {ticked && tree.length > 0 && (
        <Tree<Branch> checkable checkStrictly selectable={false} defaultExpandedKeys={tree.map((one) => one.key)} treeData={tree} checkedKeys={now as Key[]} onCheck={(_, { node, checked }) => tick(node, checked)} />
      )}
      <p><button type="button" className="button strong" disabled={busy || chosen === null} onClick={() => void save()}>{t(['保存授权', 'Save'])}</button></p>
    </div>
  );
}
