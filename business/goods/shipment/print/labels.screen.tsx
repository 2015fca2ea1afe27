import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Label as Words } from '#kernel/language/label.ts';
import { LabelSheet, PrintLabel } from '#kernel/web/import-export/print/label.tsx';
import { Sheets } from '#kernel/web/import-export/print/sheets.tsx';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { stock } from '#business/materials/stores/stock.paper.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { COMMANDS, badgeCode, commandCode, placeCode } from '../../scan/rules/codes.rules.ts';
import { tool } from '../../tools/tool.paper.ts';
import { commandLabels } from '../../scan/scan-side.view.tsx';
import './labels.css';

type Kind = 'item' | 'shelf' | 'tool' | 'badge' | 'command';

const kinds: Readonly<Record<Kind, Words>> = {
  item: ['物料', 'Materials'],
  shelf: ['货位', 'Places'],
  tool: ['工具', 'Tools'],
  badge: ['工牌', 'Badges'],
  command: ['指令卡', 'Command card'],
};

/** A label to print. */
interface Printable {
  readonly code: string;
  readonly title: string;
  readonly lines: readonly string[];
}

const MAX = 200;
const textOf = (row: WireRow, field: string): string => String(row._names?.[field] ?? row[field] ?? '');

const itemLabel = (row: WireRow): Printable => ({
  code: textOf(row, 'itemCode'),
  title: textOf(row, 'itemName'),
  lines: [textOf(row, 'itemCode'), textOf(row, 'binCode')],
});

/** Return one label for each place, with its first materials. */
function placeLabels(rows: readonly WireRow[]): Printable[] {
  const byPlace = new Map<string, WireRow[]>();
  for (const row of rows) {
    const bin = textOf(row, 'binCode');
    if (bin) byPlace.set(bin, [...(byPlace.get(bin) ?? []), row]);
  }
  return [...byPlace]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([bin, here]) => ({
      code: placeCode(bin),
      title: bin,
      lines: here.slice(0, 3).map((row) => textOf(row, 'itemName')),
    }));
}

const toolLabel = (row: WireRow): Printable => ({
  code: textOf(row, 'toolCode'),
  title: textOf(row, 'toolName'),
  lines: [textOf(row, 'toolCode'), textOf(row, 'serialNo'), textOf(row, 'spec')],
});

const badgeLabel = (row: WireRow): Printable => ({
  code: badgeCode(textOf(row, 'technicianNo')),
  title: textOf(row, 'realName'),
  lines: [textOf(row, 'technicianNo'), textOf(row, 'customerServiceTeam')],
});

const unique = (all: readonly Printable[]): Printable[] => [...new Map(all.map((one) => [one.code, one])).values()];

/** Read the labels of a kind; those of a store need one. */
async function labelsOf(kind: Kind, store: string, signal: AbortSignal): Promise<Printable[]> {
  if (kind === 'badge') return (await readList(technician, { size: MAX }, signal)).records.map(badgeLabel);
  if (kind === 'command' || !store) return [];
  if (kind === 'tool') return (await readList(tool, { warehouseId: store, size: MAX }, signal)).records.map(toolLabel);
  const { records } = await readList(
    stock,
    { warehouseId: store, hideZero: 'true', size: MAX, ascs: 'itemCode' },
    signal,
  );
  return kind === 'item' ? unique(records.map(itemLabel)) : placeLabels(records);
}

/** Labels of materials, places, tools and badges, and the card with the commands of the scan page. */
export default function LabelsScreen(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const title = t(['标签', 'Labels']);
  useTabTitle(title);
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState('');
  const kind = (Object.keys(kinds) as Kind[]).find((one) => one === search.get('kind')) ?? 'item';
  const { data: stores = [] } = useQuery({
    queryKey: ['list', warehouse.name, 'labels', language],
    queryFn: async ({ signal }) =>
      (await readList(warehouse, { warehouseType: 'main,area', size: MAX }, signal)).records,
  });
  const store = search.get('store') ?? stores[0]?.id ?? '';
  const { data: read = [], isLoading } = useQuery({
    queryKey: [
      'list',
      (kind === 'badge' ? technician : kind === 'tool' ? tool : stock).name,
      'labels',
      kind,
      store,
      language,
    ],
    queryFn: ({ signal }) => labelsOf(kind, store, signal),
  });
  const all: readonly Printable[] =
    kind === 'command'
      ? COMMANDS.map((one) => ({ code: commandCode(one), title: t(commandLabels[one]), lines: [commandCode(one)] }))
      : read;
  const shown = all.filter((one) => `${one.title} ${one.lines.join(' ')}`.toUpperCase().includes(text.toUpperCase()));
  const change = (part: Readonly<Record<string, string>>): void =>
    setSearch({ kind, ...(store && { store }), ...part }, { replace: true });
  return (
    <Sheets title={title} count={() => Promise.resolve()}>
      <div className="labels-choice">
        <SegmentedControl
          label={t(['标签种类', 'Kind of label'])}
          value={kind}
          items={(Object.keys(kinds) as Kind[]).map((key) => ({ key, label: t(kinds[key]) }))}
          onChange={(key) => change({ kind: key })}
        />
        {['item', 'shelf', 'tool'].includes(kind) && (
          <ChoiceBox
            label={t(['仓库', 'Warehouse'])}
            value={store}
            items={stores.map((one) => ({ key: one.id, label: textOf(one, 'warehouseName') }))}
            onChange={(key) => change({ store: key })}
          />
        )}
        {kind !== 'command' && (
          <input
            type="search"
            value={text}
            placeholder={t(['只打包含…', 'Only those with …'])}
            aria-label={t(['只打包含', 'Only those with'])}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <span className="quiet">
          {t([`${shown.length} 张，60 × 40 毫米`, `${shown.length} labels, 60 × 40 mm`])}
          {read.length >= MAX && t([`，只列前 ${MAX} 张`, `, the first ${MAX} only`])}
        </span>
      </div>
      {shown.length > 0 ? (
        <LabelSheet>
          {shown.map((one) => (
            <PrintLabel key={one.code} code={one.code} title={one.title}>
              {one.lines.filter(Boolean).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </PrintLabel>
          ))}
        </LabelSheet>
      ) : (
        <p className="quiet" aria-busy={isLoading}>
          {!isLoading && t(['没有可打的标签', 'There is no label to print'])}
        </p>
      )}
    </Sheets>
  );
}
