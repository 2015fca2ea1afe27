import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { restoreFocus } from '#kernel/web/shortcuts/restore-focus.ts';
import { RowPicker } from '#kernel/web/pickers/row-picker.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { useDirtyTab } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Branch, branchesOf, changed } from './menu-branches.rules.ts';
import type { MenuNode, grantTopTree, grantTree } from './menu/menu.calls.ts';
import { Changes, MenuTree } from './menu-tree.view.tsx';

type Part = 'menu' | 'dataScope' | 'apiScope';
type Ticked = Readonly<Partial<Record<Part, readonly string[]>>>;
type Trees = Readonly<Partial<Record<Part, readonly MenuNode[]>>>;

/** Calls that read and write the menus chosen for one row, such as a role or top menu. */
export interface ChoiceCalls {
  readonly tree: typeof grantTree | typeof grantTopTree;
  /** The name of the row's paper; `id` is the id of the row. */ readonly paper: string;
  readonly id: string;
  readonly read: (id: string) => Promise<Ticked>;
  readonly save: (id: string, ticked: Ticked) => Promise<unknown>;
  /** Label of the picker of another row, whose menus are copied; undefined if copying is not offered. */
  readonly copy?: Label;
}

const labels: Readonly<Record<Part, Label>> = {
  menu: ['菜单与按钮', 'Pages and buttons'],
  dataScope: ['数据权限', 'Data scopes'],
  apiScope: ['接口权限', 'API scopes'],
};
const none: readonly string[] = [];

function useChoice(calls: ChoiceCalls): { trees: Trees; ticked: Ticked | undefined } {
  const tree = useQuery({
    queryKey: ['menus to choose', calls.tree.path],
    queryFn: (): Promise<Trees> => askCall(calls.tree, {}),
    staleTime: 60_000,
  });
  const keys = useQuery({
    queryKey: ['menus chosen', calls.paper, calls.id],
    queryFn: () => calls.read(calls.id),
  });
  return { trees: tree.data ?? {}, ticked: keys.data };
}

/** Manage the current choice and its unsaved changes. */
function useDraft(
  calls: ChoiceCalls,
  parts: readonly Part[],
  ticked: Ticked | undefined,
): { now: Ticked; dirty: boolean; set: (next: Ticked | null) => void } {
  const [chosen, set] = useState<Ticked | null>(null);
  useEffect(() => set(null), [calls.paper, calls.id]);
  const now = chosen ?? ticked ?? {};
  const dirty =
    chosen !== null &&
    parts.some((part) => changed(ticked?.[part] ?? none, now[part] ?? none).some((ids) => ids.length > 0));
  return { now, dirty, set };
}

/**
 * Menus, buttons and scopes to tick, with a search, the pending changes, and a copy of another row. Exactly the ticked
 * ids are stored.
 */
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
    if (id) set(await calls.read(id));
  }

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await calls.save(calls.id, now);
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
            paper={calls.paper}
            label={t(calls.copy)}
            value={none}
            onChange={([id]) => void copyFrom(id).catch(() => undefined)}
            attributes={{ placeholder: t(calls.copy) }}
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
            title={dirty ? undefined : t(['没有改动', 'Nothing was changed'])}
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
