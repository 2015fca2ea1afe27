import { Input, Tree } from 'antd';
import { type Key, type ReactElement, useEffect, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RowPicker } from '#kernel/web/pickers/row-picker.tsx';
import { get, post } from '#kernel/web/http/http.ts';
import { useDirtyTab } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useLanguage, useT } from '#kernel/web/words/words.ts';
import type { Label } from '#kernel/language/label.ts';
import './menu-choice.css';

interface MenuNode { readonly id: string; readonly title: string; readonly titleEn: string; readonly category: number; readonly children?: readonly MenuNode[] }
interface Branch { readonly key: string; readonly title: string; readonly children?: Branch[] }
type Part = 'menu' | 'dataScope' | 'apiScope';
type Ticked = Readonly<Partial<Record<Part, readonly string[]>>>;
type Trees = Readonly<Partial<Record<Part, readonly MenuNode[]>>>;

/** Where a choice of menus is read and written. */
export interface ChoiceCalls { readonly tree: string; readonly keys: string; readonly keysQuery: Readonly<Record<string, string>>; readonly save: string; readonly body: (ticked: Ticked) => unknown; /** The same keys of another row, whose choice may be taken over. */ readonly copy?: { readonly paper: string; readonly query: (id: string) => Readonly<Record<string, string>> } }

const branches = (nodes: readonly MenuNode[], english: boolean, withButtons: boolean): Branch[] => nodes.filter((node) => withButtons || node.category === 1)
  .map((node) => ({ key: node.id, title: english ? node.titleEn : node.title, ...(node.children && { children: branches(node.children, english, withButtons) }) }));

const below = (branch: Branch): string[] => [branch.key, ...(branch.children ?? []).flatMap(below)];

/** What fits a word, with what it stands under and what stands below it. */
function fitting(tree: readonly Branch[], word: string): Branch[] {
  if (!word) return [...tree];
  return tree.flatMap((branch) => {
    if (branch.title.toLowerCase().includes(word)) return [branch];
    const children = fitting(branch.children ?? [], word);
    return children.length ? [{ ...branch, children }] : [];
  });
}

const labels: Readonly<Record<Part, Label>> = { menu: ['菜单与按钮', 'Pages and buttons'], dataScope: ['数据权限', 'Data scopes'], apiScope: ['接口权限', 'API scopes'] };

function useChoice(calls: ChoiceCalls): { trees: Trees; ticked: Ticked | undefined } {
  const tree = useQuery({ queryKey: ['menus to choose', calls.tree], queryFn: () => get<Trees>(calls.tree), staleTime: 60_000 });
  const keys = useQuery({ queryKey: ['menus chosen', calls.keys, calls.keysQuery], queryFn: () => get<Ticked>(calls.keys, calls.keysQuery) });
  return { trees: tree.data ?? {}, ticked: keys.data };
}

/** What saving would give and take, by name. */
function Changes({ before, now, names }: { before: readonly string[]; now: readonly string[]; names: ReadonlyMap<string, string> }): ReactElement | null {
  const t = useT();
  const [more, fewer] = [now.filter((id) => !before.includes(id)), before.filter((id) => !now.includes(id))].map((ids) => ids.map((id) => names.get(id) ?? id));
  if (!more.length && !fewer.length) return null;
  const shown = (list: readonly string[]): string => list.slice(0, 12).join(t(['、', ', '])) + (list.length > 12 ? t([`等 ${list.length} 项`, ` and ${list.length - 12} more`]) : '');
  return (
    <div className="choice-changes" role="status">
      {more.length > 0 && <p><b className="state-good">{t([`新增 ${more.length}`, `${more.length} given`])}</b> {shown(more)}</p>}
      {fewer.length > 0 && <p><b className="state-bad">{t([`取消 ${fewer.length}`, `${fewer.length} taken`])}</b> {shown(fewer)}</p>}
    </div>
  );
}

/** Menus, buttons and scopes to tick, with a word to find them by, what saving changes, and another row's choice to begin from. What is ticked is kept exactly so; ticking a branch ticks what stands below it. */
export function MenuChoice({ calls, withButtons, hint, parts = ['menu'] }: { calls: ChoiceCalls; withButtons: boolean; hint: string; parts?: readonly Part[] }): ReactElement {
  const t = useT();
  const english = useLanguage() === 'en';
  const client = useQueryClient();
  const { trees, ticked } = useChoice(calls);
  const [chosen, setChosen] = useState<Ticked | null>(null);
  const [part, setPart] = useState<Part>('menu');
  const [word, setWord] = useState('');
  const [busy, setBusy] = useState(false);
  useDirtyTab(chosen !== null);
  useEffect(() => setChosen(null), [calls.save, JSON.stringify(calls.keysQuery)]);
  const tree = useMemo(() => branches(trees[part] ?? [], english, part !== 'menu' || withButtons), [trees, part, english, withButtons]);
  const names = useMemo(() => new Map(parts.flatMap((one) => branches(trees[one] ?? [], english, true)).flatMap(function named(branch: Branch): [string, string][] { return [[branch.key, branch.title], ...(branch.children ?? []).flatMap(named)]; })), [trees, english]);
  const now: Ticked = chosen ?? ticked ?? {};
  const all = (of: Ticked | undefined): string[] => parts.flatMap((one) => of?.[one] ?? []);
  const found = fitting(tree, word.trim().toLowerCase());

  function tick(branch: Branch, on: boolean): void {
    const keys = new Set(now[part]);
    for (const key of below(branch)) { if (on) keys.add(key); else keys.delete(key); }
    setChosen({ ...now, [part]: [...keys] });
  }

  async function copyFrom(id: string | undefined): Promise<void> {
    if (id && calls.copy) setChosen(await get<Ticked>(calls.keys, calls.copy.query(id)));
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
      {parts.length > 1 && <div className="chips" role="tablist">{parts.map((one) => <button key={one} type="button" role="tab" aria-selected={part === one} onClick={() => setPart(one)}>{t(labels[one])} <small>{now[one]?.length ?? 0}</small></button>)}</div>}
      <div className="choice-tools">
        <Input allowClear aria-label={t(['查找', 'Find'])} placeholder={t(['查找菜单或按钮', 'Find a page or button'])} value={word} onChange={(event) => setWord(event.target.value)} />
        {calls.copy && <RowPicker paper={calls.copy.paper} label={t(['从其他角色复制', 'Copy from another role'])} value={[]} onChange={([id]) => void copyFrom(id)} attributes={{ placeholder: t(['从其他角色复制', 'Copy from another role']) }} />}
      </div>
      {ticked && found.length > 0 && (
        <Tree<Branch> key={`${part} ${word}`} checkable checkStrictly selectable={false} defaultExpandAll={word.trim() !== ''} defaultExpandedKeys={found.map((one) => one.key)} treeData={found} height={420} checkedKeys={(now[part] ?? []) as Key[]} onCheck={(_, { node, checked }) => tick(node, checked)} />
      )}
      {ticked && found.length === 0 && <p className="quiet">{word ? t(['没有找到', 'Nothing found']) : t(['还没有可选的内容', 'There is nothing to choose yet'])}</p>}
      <Changes before={all(ticked)} now={all(now)} names={names} />
      <p className="choice-foot"><button type="button" className="button strong" disabled={busy || chosen === null} onClick={() => void save()}>{t(['保存授权', 'Save'])}</button>{chosen && <button type="button" className="button" onClick={() => setChosen(null)}>{t(['放弃改动', 'Discard'])}</button>}</p>
    </div>
  );
}
