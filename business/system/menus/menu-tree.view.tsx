import { Input, Tree } from 'antd';
import { type Key, type ReactElement, useMemo, useState } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type Branch, below, changed, fitting } from './menu-branches.rules.ts';
import './menu-choice.css';

type Shown = 'all' | 'ticked' | 'changed';

interface MenuTreeProps {
  readonly branches: readonly Branch[];
  readonly value: readonly string[];
  /** Stored ids, compared with `value` to mark changes. */
  readonly before: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly label: string;
  readonly disabled?: boolean;
}

/** The title of a node, with how many nodes below it are ticked, and whether saving grants or revokes it. */
function Title({
  branch,
  ticked,
  before,
}: {
  branch: Branch;
  ticked: ReadonlySet<string>;
  before: ReadonlySet<string>;
}): ReactElement {
  const t = useT();
  const inside = below(branch).filter((id) => id !== branch.key);
  const count = inside.filter((id) => ticked.has(id)).length;
  const [has, had] = [ticked.has(branch.key), before.has(branch.key)];
  return (
    <span className="choice-title" data-button={branch.button}>
      {branch.title}
      {inside.length > 0 && (
        <small className="quiet">
          {count}/{inside.length}
        </small>
      )}
      {has !== had && (
        <small className={has ? 'state-good' : 'state-bad'}>{has ? t(['新增', 'given']) : t(['取消', 'taken'])}</small>
      )}
    </span>
  );
}

/**
 * Menus and buttons to tick, with a search and filters for ticked or changed ones. A tick includes everything below the
 * branch.
 */
export function MenuTree({ branches, value, before, onChange, label, disabled }: MenuTreeProps): ReactElement {
  const t = useT();
  const [word, setWord] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const [ticked, had] = [useMemo(() => new Set(value), [value]), useMemo(() => new Set(before), [before])];
  const differ = useMemo(() => new Set(changed(before, value).flat()), [before, value]);
  const filter = { all: null, ticked, changed: differ }[shown];
  const found = fitting(branches, word.trim().toLowerCase(), filter);
  const narrow = word.trim() !== '' || shown !== 'all';

  function tick(branch: Branch, on: boolean): void {
    const keys = new Set(value);
    for (const key of below(branch)) {
      if (on) keys.add(key);
      else keys.delete(key);
    }
    onChange([...keys]);
  }

  const choices: readonly [Shown, string][] = [
    ['all', t(['全部', 'All'])],
    ['ticked', t([`已勾选 ${ticked.size}`, `Ticked ${ticked.size}`])],
    ['changed', t([`有改动 ${differ.size}`, `Changed ${differ.size}`])],
  ];
  return (
    <div className="choice-tree">
      <Input
        allowClear
        aria-label={t(['查找', 'Find'])}
        placeholder={t(['查找菜单或按钮', 'Find a page or button'])}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <div className="choices" role="group" aria-label={t(['显示哪些', 'What is shown'])}>
        {choices.map(([key, words]) => (
          <button key={key} type="button" className="choice" aria-pressed={shown === key} onClick={() => setShown(key)}>
            {words}
          </button>
        ))}
      </div>
      {found.length > 0 ? (
        <Tree<Branch>
          key={`${shown} ${word}`}
          aria-label={label}
          disabled={disabled}
          checkable
          checkStrictly
          selectable={false}
          defaultExpandAll={narrow}
          defaultExpandedKeys={found.map((one) => one.key)}
          treeData={found}
          height={420}
          titleRender={(branch) => <Title branch={branch} ticked={ticked} before={had} />}
          checkedKeys={value as Key[]}
          onCheck={(_, { node, checked }) => tick(node, checked)}
        />
      ) : (
        <p className="quiet">
          {narrow ? t(['没有找到', 'Nothing found']) : t(['还没有可选的内容', 'There is nothing to choose yet'])}
        </p>
      )}
    </div>
  );
}

const MAX_NAMED = 12;

/** The pending changes in words: which menus are granted and revoked on save, with buttons listed under their pages. */
export function Changes({
  branches,
  before,
  now,
}: {
  branches: readonly Branch[];
  before: readonly string[];
  now: readonly string[];
}): ReactElement | null {
  const t = useT();
  const [more, fewer] = changed(before, now);
  if (!more.length && !fewer.length) return null;
  const words = (ids: readonly string[]): string => {
    const chosen = new Set(ids);
    const groups: string[] = [];
    (function walk(some: readonly Branch[]): void {
      for (const branch of some) {
        const buttons = (branch.children ?? []).filter((one) => one.button && chosen.has(one.key));
        const names = buttons.map((one) => one.title).join(t(['、', ', ']));
        if (chosen.has(branch.key) && !branch.button)
          groups.push(branch.title + (names && t([`（${names}）`, ` (${names})`])));
        else if (names) groups.push(t([`${branch.title}：${names}`, `${branch.title}: ${names}`]));
        walk(branch.children ?? []);
      }
    })(branches);
    return (
      groups
        .filter(Boolean)
        .slice(0, MAX_NAMED)
        .join(t(['；', '; '])) +
      (groups.length > MAX_NAMED
        ? t([`；另有 ${groups.length - MAX_NAMED} 处`, `; and ${groups.length - MAX_NAMED} more places`])
        : '')
    );
  };
  return (
    <div className="choice-changes" role="status">
      {more.length > 0 && (
        <p>
          <b className="state-good">{t([`新增 ${more.length}`, `${more.length} given`])}</b> {words(more)}
        </p>
      )}
      {fewer.length > 0 && (
        <p>
          <b className="state-bad">{t([`取消 ${fewer.length}`, `${fewer.length} taken`])}</b> {words(fewer)}
        </p>
      )}
    </div>
  );
}
