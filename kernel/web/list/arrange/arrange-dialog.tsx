import { listTitleOf } from '#kernel/language/plural.ts';
import { captionOf } from '#kernel/language/caption.ts';
import { type Language, lowered } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, Tree, type TreeProps } from 'antd';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useMemo, useState } from 'react';
import { type AnyPaper, parentOf } from '#kernel/language/paper.ts';
import { ask } from '../../dialogs/ask.tsx';
import { Dialog } from '../../dialogs/dialog.tsx';
import { callOf, readList } from '../../registry/paper-calls.ts';
import type { WireRow } from '../../registry/rows.ts';
import { postJson } from '../../http/http.ts';
import { refresh } from '../../query/client.ts';
import { toast } from '../../toast/toasts.ts';
import { counted } from '../../i18n/plural.ts';
import { useLanguage, useT } from '../../i18n/words.ts';
import { SAVE_KEYS } from '../../shortcuts/keys.ts';
import { useSlots } from '../../registry/use-slots.ts';
import {
  type RowMove,
  type TreeOrder,
  type TreePlace,
  type MoveDirection,
  TOP,
  changesOf,
  moveRow,
  treeOrderOf,
  parentIn,
  stepped,
} from './arrange.ts';
import './arrange.css';

interface Branch {
  readonly key: string;
  readonly title: string;
  readonly selectable?: boolean;
  readonly children: Branch[];
}

/** Return all rows of a tree with their places, parents first, named in the reader's language. */
function placesOf(of: AnyPaper, rows: readonly WireRow[], language: Language, parent = TOP): TreePlace[] {
  return rows.flatMap((row) => [
    { id: row.id, title: captionOf(of, row, language), parent, sort: Number(row[must(of.order, 'order').by]) || 0 },
    ...placesOf(of, row.children ?? [], language, row.id),
  ]);
}

const branchesOf = (order: TreeOrder, titles: ReadonlyMap<string, string>, parent = TOP): Branch[] =>
  (order.get(parent) ?? []).map((id) => ({
    key: id,
    title: titles.get(id) ?? '',
    children: branchesOf(order, titles, id),
  }));

/** Return the ids of the branches whose title contains a word, and of those above them. */
const fitting = (branches: readonly Branch[], word: string): Set<string> =>
  new Set(
    branches.flatMap((one) => {
      const inside = fitting(one.children, word);
      return one.title.toLowerCase().includes(word) || inside.size ? [one.key, ...inside] : [];
    }),
  );

const keys: Readonly<Record<string, MoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** Lists the rows that saving would move, by name. */
function Moves({
  changes,
  places,
  titles,
}: {
  changes: readonly RowMove[];
  places: readonly TreePlace[];
  titles: ReadonlyMap<string, string>;
}): ReactElement {
  const t = useT();
  const name = (id: string): string => (id === TOP ? t(['最上层', 'the top']) : (titles.get(id) ?? ''));
  const hands = changes.filter((one) => one.byHand);
  const others = changes.length - hands.length;
  const words = ({ id, parent }: RowMove): string => {
    const from = places.find((one) => one.id === id)?.parent ?? TOP;
    return from === parent
      ? t([`在“${name(parent)}”下换了次序`, `at another place below “${name(parent)}”`])
      : t([`从“${name(from)}”移到“${name(parent)}”`, `from “${name(from)}” to “${name(parent)}”`]);
  };
  if (!changes.length)
    return (
      <p className="quiet" role="status">
        {t(['还没有改动', 'Nothing is moved yet'])}
      </p>
    );
  return (
    <div className="arrange-moves" role="status">
      <ul>
        {hands.map((one) => (
          <li key={one.id}>
            <b>{name(one.id)}</b> {words(one)}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="quiet">
          {t([`同层另有 ${others} 项重新编号`, `${counted(others, 'row')} beside them get new numbers`])}
        </p>
      )}
    </div>
  );
}

/** Buttons that move the chosen row as the arrow keys do. */
function Steps({ disabled, onStep }: { disabled: boolean; onStep: (step: MoveDirection) => void }): ReactElement {
  const t = useT();
  const steps: readonly [MoveDirection, string, string, typeof ArrowUp][] = [
    ['up', t(['上移', 'Up']), 'Alt ↑', ArrowUp],
    ['down', t(['下移', 'Down']), 'Alt ↓', ArrowDown],
    ['out', t(['升一级', 'Out']), 'Alt ←', ArrowLeft],
    ['in', t(['降一级', 'In']), 'Alt →', ArrowRight],
  ];
  return (
    <span className="arrange-steps">
      {steps.map(([step, label, hint, Icon]) => (
        <button
          key={step}
          type="button"
          className="button"
          title={hint}
          disabled={disabled}
          onClick={() => onStep(step)}
        >
          <Icon size={14} aria-hidden /> {label}
        </button>
      ))}
    </span>
  );
}

/** The state of the dialog: the unsaved order, the rows that the person moved, and functions that move rows. */
function useArranging(places: readonly TreePlace[]) {
  const [draft, setDraft] = useState<TreeOrder | null>(null);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const [open, setOpen] = useState<readonly string[]>([]);
  const order = draft ?? treeOrderOf(places);
  const changes = draft ? changesOf(places, draft, touched) : [];

  function put(id: string, next: TreeOrder): void {
    if (next === order) return;
    setDraft(next);
    setTouched((now) => new Set([...now, id]));
    setOpen((now) => [...new Set([...now, parentIn(next, id)])]);
  }

  const step = (which: MoveDirection): void => {
    if (current) put(current, stepped(order, current, which));
  };

  function press(event: KeyboardEvent): void {
    const which = keys[event.key];
    if (!event.altKey || !which) return;
    event.preventDefault();
    event.stopPropagation();
    step(which);
  }

  const drop: TreeProps<Branch>['onDrop'] = ({ dragNode, node, dropToGap, dropPosition }) => {
    const id = dragNode.key;
    setCurrent(id);
    if (!dropToGap) {
      put(id, moveRow(order, id, node.key, 0));
      return;
    }
    const parent = parentIn(order, node.key);
    const beside = (order.get(parent) ?? []).filter((one) => one !== id);
    const after = dropPosition > Number(node.pos.split('-').at(-1));
    put(id, moveRow(order, id, parent, beside.indexOf(node.key) + (after ? 1 : 0)));
  };

  return { order, changes, current, setCurrent, open, setOpen, step, press, drop };
}

/** The dialog that moves rows of a tree, by dragging or by keys. It shows which rows change before they are saved. */
export function ArrangeDialog({ of, onClose }: { of: AnyPaper; onClose: () => void }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { arranged: Meaning } = useSlots(of);
  const { data } = useQuery({
    queryKey: ['list', of.name, 'to arrange', language],
    queryFn: ({ signal }) => readList(of, {}, signal),
    staleTime: 0,
  });
  const places = useMemo(() => placesOf(of, data?.records ?? [], language), [data, language]);
  const titles = useMemo(() => new Map(places.map((one) => [one.id, one.title])), [places]);
  const [word, setWord] = useState('');
  const [busy, setBusy] = useState(false);
  const { order, changes, current, setCurrent, open, setOpen, step, press, drop } = useArranging(places);
  const branches = branchesOf(order, titles);
  const found = word.trim() ? fitting(branches, word.trim().toLowerCase()) : null;

  async function close(): Promise<void> {
    if (
      !changes.length ||
      (await ask({
        title: t(['放弃已移动的位置？', 'Discard what you moved?']),
        yes: t(['放弃', 'Discard']),
        no: t(['继续调整', 'Go on']),
        danger: true,
      }))
    )
      onClose();
  }

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const rows = Object.fromEntries(
        changes.map((one) => [
          one.id,
          { [parentOf(of)]: one.parent === TOP ? null : one.parent, [must(of.order, 'order').by]: one.sort },
        ]),
      );
      await postJson(callOf(of, 'arrange'), { rows, order: changes.map((one) => one.id) });
      toast.good(t(['已保存', 'Saved']));
      refresh(of.name);
      onClose();
    } catch {
      /* The call has shown a refusal; the unsaved moves remain. */
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={t([`调整${of.title[0]}的位置`, `Arrange: ${lowered(listTitleOf(of)[1])}`])}
      width={720}
      onClose={() => void close()}
      keys={[
        {
          keys: SAVE_KEYS,
          label: ['保存', 'Save'],
          typing: true,
          run: () => {
            if (changes.length && !busy) void save();
          },
        },
      ]}
      foot={
        <>
          <button type="button" className="button" onClick={() => void close()}>
            {t(['取消', 'Cancel'])}
          </button>
          <button
            type="button"
            className="button strong"
            disabled={busy || !changes.length}
            title={changes.length ? undefined : t(['还没有调整', 'Nothing is moved yet'])}
            onClick={() => void save()}
          >
            {t(['保存', 'Save'])}
          </button>
        </>
      }
    >
      <div className="arrange">
        <p className="quiet">
          {t([
            '拖动，或选中后用按钮、Alt 加方向键移动；保存前什么都不会改变。',
            'Drag, or choose a row and use the buttons or Alt and the arrows; nothing changes before you save.',
          ])}
        </p>
        <div className="arrange-tools">
          <Input
            allowClear
            aria-label={t(['查找', 'Find'])}
            placeholder={t(['查找', 'Find'])}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
          <Steps disabled={current === null} onStep={step} />
        </div>
        <div className="arrange-tree" onKeyDownCapture={press}>
          {!data ? (
            <i className="skeleton" style={{ width: '60%' }} />
          ) : (
            <Tree<Branch>
              aria-label={t(listTitleOf(of))}
              blockNode
              draggable={{ icon: false }}
              treeData={branches}
              height={360}
              selectedKeys={current ? [current] : []}
              expandedKeys={found ? [...found] : [...open]}
              filterTreeNode={(node) => found !== null && node.title.toLowerCase().includes(word.trim().toLowerCase())}
              onExpand={(next) => setOpen(next.map(String))}
              onSelect={(_, { node }) => setCurrent(node.key)}
              onActiveChange={(key) => {
                if (key !== null) setCurrent(String(key));
              }}
              onDrop={drop}
            />
          )}
        </div>
        <Moves changes={changes} places={places} titles={titles} />
        {Meaning && changes.some((one) => one.byHand) && (
          <Meaning ids={changes.filter((one) => one.byHand).map((one) => one.id)} />
        )}
      </div>
    </Dialog>
  );
}
