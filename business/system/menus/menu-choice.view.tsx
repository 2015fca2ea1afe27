import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { restoreFocus } from '#kernel/web/shortcuts/restore-focus.ts';
import { RowPicker } from '#kernel/web/pickers/row-picker.tsx';
import { get, postJson } from '#kernel/web/http/http.ts';
import { useDirtyTab } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Branch, type MenuNode, branchesOf, changed } from './menu-branches.rules.ts';
import { Changes, MenuTree } from './menu-tree.view.tsx';

type Part = 'menu' | 'dataScope' | 'apiScope';
type Ticked = Readonly<Partial<Record<Part, readonly string[]>>>;
type Trees = Readonly<Partial<Record<Part, readonly MenuNode[]>>>;

/** Where a choice of menus is read and written. */
export interface ChoiceCalls {
  readonly tree: string;
  readonly keys: string;
  readonly keysQuery: Readonly<Record<string, string>>;
  readonly save: string;
  readonly body: (ticked: Ticked) => unknown;
  /** The same keys of another row, whose choice may be taken over. */ readonly copy?: {
    readonly paper: string;
    readonly label: Label;
    readonly query: (id: string) => Readonly<Record<string, string>>;
  };
}

const labels: Readonly<Record<Part, Label>> = {
  menu: ['菜单与按钮', 'Pages and buttons'],
  dataScope: ['数据权限', 'Data scopes'],
  apiScope: ['接口权限', 'API scopes'],
};
const none: readonly string[] = [];

function useChoice(calls: ChoiceCalls): { trees: Trees; ticked: Ticked | undefined } {
  const tree = useQuery({
    queryKey: ['menus to choose', calls.tree],
    queryFn: () => get<Trees>(calls.tree),
    staleTime: 60_000,
  });
  const keys = useQuery({
    queryKey: ['menus chosen', calls.keys, calls.keysQuery],
    queryFn: () => get<Ticked>(calls.keys, calls.keysQuery),
  });
  return { trees: tree.data ?? {}, ticked: keys.data };
}

/** The choice as it stands, and what of it is not stored yet. */
function useDraft(
  calls: ChoiceCalls,
  parts: readonly Part[],
  ticked: Ticked | undefined,
): { now: Ticked; dirty: boolean; set: (next: Ticked | null) => void } {
  const [chosen, set] = useState<Ticked | null>(null);
  useEffect(() => set(null), [calls.save, JSON.stringify(calls.keysQuery)]);
  const now = chosen ?? ticked ?? {};
  const dirty =
    chosen !== null &&
    parts.some((part) => changed(ticked?.[part] ?? none, now[part] ?? none).some((ids) => ids.length > 0));
  return { now, dirty, set };
}

/** Menus, buttons and scopes to tick, with a word to find them by, what saving changes, and another row's choice to begin from. What is ticked is kept exactly so. */
export function MenuChoice({
  calls,
  withButtons,
  hint,
  parts = ['menu'],
}: {
  calls: ChoiceCalls;
  withButtons: boolean;
  hint: string;
  parts?: readonly Part[];
}): ReactElement {
  const t = useT();
  const english = useLanguage() === 'en';
  const client = useQueryClient();
  const { trees, ticked } = useChoice(calls);
  const { now, dirty, set } = useDraft(calls, parts, ticked);
  const [part, setPart] = useState<Part>('menu');
  const [busy, setBusy] = useState(false);
  useDirtyTab(dirty);
  const branches = useMemo(
    () =>
      Object.fromEntries(
        parts.map((one) => [
          one,
          branchesOf(trees[one] ?? [], english, one !== 'menu' ? 'leaves' : withButtons ? 'all' : 'pages'),
        ]),
      ) as Record<Part, Branch[]>,
    [trees, english, withButtons],
  );

  async function copyFrom(id: string | undefined): Promise<void> {
    if (id && calls.copy) set(await get<Ticked>(calls.keys, calls.copy.query(id)));
  }

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await postJson(calls.save, calls.body(now));
      await client.invalidateQueries({ queryKey: ['menus chosen'] });
      set(null);
      toast.good(t(['已保存', 'Saved']));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="detail-own">
      <p className="quiet">{hint}</p>
      {parts.length > 1 && (
        <div className="chips" role="tablist">
          {parts.map((one) => (
            <button key={one} type="button" role="tab" aria-selected={part === one} onClick={() => setPart(one)}>
              {t(labels[one])} <small>{now[one]?.length ?? 0}</small>
            </button>
          ))}
        </div>
      )}
      {calls.copy && (
        <div className="choice-copy">
          <RowPicker
            paper={calls.copy.paper}
            label={t(calls.copy.label)}
            value={none}
            onChange={([id]) => void copyFrom(id).catch(() => undefined)}
            attributes={{ placeholder: t(calls.copy.label) }}
          />
        </div>
      )}
      {ticked && (
        <MenuTree
          key={part}
          label={t(labels[part])}
          branches={branches[part]}
          value={now[part] ?? none}
          before={ticked[part] ?? none}
          onChange={(ids) => set({ ...now, [part]: ids })}
        />
      )}
      <div className="choice-foot" data-dirty={dirty}>
        {parts.map((one) => (
          <Changes key={one} branches={branches[one]} before={ticked?.[one] ?? none} now={now[one] ?? none} />
        ))}
        <p>
          <button
            type="button"
            className="button strong"
            disabled={busy || !dirty}
            onClick={({ currentTarget }) => {
              const back = currentTarget.closest('.detail-own');
              void save().then(
                () => restoreFocus(back),
                () => undefined,
              );
            }}
          >
            {t(['保存', 'Save'])}
          </button>
          {dirty && (
            <button
              type="button"
              className="button"
              onClick={({ currentTarget }) => {
                restoreFocus(currentTarget.closest('.detail-own'));
                set(null);
              }}
            >
              {t(['放弃改动', 'Discard'])}
            </button>
          )}
        </p>
      </div>
    </div>
  );
}
