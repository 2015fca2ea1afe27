import { refusalsOf } from '../../write/acts.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { type Contract, type Inputs, choiceOf, draft } from '#kernel/language/calls/call.ts';
import {
  type AnswerShape,
  type Parts,
  anyNumber,
  anyText,
  anything,
  rowChange,
  either,
  fileAnswer,
  list,
  map,
  nothing,
  nullable,
  of,
  optional,
  page,
  record,
  sentRow,
  someRow,
  tree,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Action } from '#kernel/language/lifecycle.ts';
import type { Behaviour } from '../../assembly/behaviour.ts';
import { filterInputs } from './filter-inputs.ts';
import { verbChoices } from './chosen-verb.ts';
import { MAX_BATCH_ROWS } from '../../rows/batch.ts';
import { WORKBOOK_TYPE } from '../../import-export/sheet/workbook.ts';

const MAX_ROWS = 1000;

const word = (zh: string, en: string, max = 500) => text([zh, en], { max });

/** Reason of an act, for the history or where the caller acts on behalf of others. */
const reason = word('原因', 'Reason');

/** The parts of the behaviour of a paper that its contracts state. */
export type Declared = Pick<Behaviour, 'filters' | 'detailParts' | 'savedParts' | 'besideParts'>;

export const listContract = (paper: AnyPaper, declared: Partial<Declared> = {}): Contract => ({
  query: {
    current: pageNumber(),
    size: pageSize(10, MAX_ROWS),
    ascs: word('升序字段', 'Fields in rising order'),
    descs: word('降序字段', 'Fields in falling order'),
    keyword: word('关键字', 'Keyword', 100),
    ...filterInputs(paper, declared.filters),
  },
  answer: page(of(paper), declared.besideParts),
});

/** Return the shape of a row with further keys, each of which may be missing. */
const withParts = (paper: AnyPaper, parts: Parts): AnswerShape =>
  Object.keys(parts).length > 0
    ? of(paper, null, Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, optional(part)])))
    : of(paper);

/** Return the answer of a detail. By another row than itself, it may be several rows or none. */
const detailAnswer = (paper: AnyPaper, row: AnswerShape): AnswerShape =>
  paper.detailBy === undefined ? row : either(row, list(row), nothing);

/** Return the shape of a detail: the row, its lines, its annexes, and the keys that rooms add. */
function wholeRow(paper: AnyPaper, parts: Parts = {}): AnswerShape {
  const lines = Object.entries((paper.lines ?? {}) as Record<string, { paper: string }>);
  const children = [...lines, ...(paper.annexes ? [['annexes', paper.annexes] as const] : [])];
  return withParts(paper, {
    ...Object.fromEntries(children.map(([name, line]) => [name, list(someRow(line.paper))])),
    ...parts,
  });
}

export const detailContract = (paper: AnyPaper, declared: Partial<Declared> = {}): Contract => ({
  query: {
    id: id(paper.title),
    ...(paper.detailBy !== undefined && {
      [String(paper.detailBy)]: text(paper.fields[String(paper.detailBy)].label),
      all: flag(['全部', 'All of them']),
    }),
  },
  answer: detailAnswer(paper, wholeRow(paper, declared.detailParts)),
});

export const historyContract = (paper: AnyPaper): Contract => ({
  query: { id: id(paper.title, { required: true }) },
  answer: list(
    record({
      id: anyText,
      at: anyText,
      by: anyText,
      account: optional(anyText),
      portrait: optional(anyText),
      action: anyText,
      actionName: anyText,
      from: anyText,
      to: anyText,
      remark: anyText,
      changes: list(
        record({
          field: anyText,
          label: anyText,
          old: optional(anything('columnValue')),
          new: optional(anything('columnValue')),
        }),
      ),
    }),
  ),
});

/** Answer of an act on several rows: those that succeeded, and those that failed with the reason. */
const outcome = (beside: Parts = {}) =>
  record({
    success: list(anyText),
    failed: list(record({ id: anyText, no: anyText, reason: anyText, msg: anyText })),
    ...beside,
  });

const scalar = nullable(either(anyText, anyNumber, yesOrNo));

/** Filters of a list by name, each with a value or several. */
const filterValues = map(either(scalar, list(scalar)));

/** Filters that choose the rows of an act. */
const matching = () => structured(['筛选命中的全部', 'All that filters match'], { shape: filterValues });

const chosen = (paper: AnyPaper): Inputs => ({
  ids: refs(paper.name, ['所选', 'Chosen rows'], { max: MAX_BATCH_ROWS }),
  id: id(paper.title),
  matching: matching(),
  reason,
});

/** Answer of a save: the row as its writer may see it, or the outcome of each of several rows. */
const written = (paper: AnyPaper, parts: Parts = {}) => either(withParts(paper, parts), outcome());

export const savingContract = (
  paper: AnyPaper,
  as: 'new' | 'change' | 'either',
  { savedParts }: Partial<Declared> = {},
): Contract => ({
  row: { of: paper, as },
  body: { draft: flag(['存草稿', 'Keep as a draft']) },
  answer: written(paper, savedParts),
});

export const chosenContract = (paper: AnyPaper): Contract => ({
  body: chosen(paper),
  answer: either(outcome(), nothing),
});

/** Contract of an address that clients know and the paper does not support: every call is refused. */
export const refusedContract: Contract = { body: {}, answer: nothing };

export const copyContract = (paper: AnyPaper): Contract => ({
  query: { id: id(paper.title, { required: true }) },
  body: { draft: flag(['只要草稿', 'Only a draft']) },
  answer: either(sentRow(paper), of(paper)),
});

export const bulkContract = (paper: AnyPaper): Contract => ({
  body: {
    ...chosen(paper),
    set: draft(paper),
    rows: structured(['逐行的旧值', 'Values to put back, by row'], { shape: map(rowChange(paper)) }),
    dry: flag(['只计数', 'Only count']),
  },
  answer: either(outcome({ before: map(map(anything('columnValue'))) }), record({ count: anyNumber })),
});

/** Inputs of the `when` conditions, which choose among verbs that share an address and an action. */
const whenInputs = (actions: readonly Action[]): Inputs =>
  Object.fromEntries(
    [...verbChoices(actions)].map(([key, values]): [string, Field] => [key, choiceOf(['选择', 'Choice'], values)]),
  );

/** Inputs that name the action of an address, other than `action`, each with the words of its actions. */
const byInputs = (actions: readonly (readonly [name: string, action: Action])[]): Inputs =>
  Object.fromEntries(
    [...Map.groupBy(actions, ([, { call }]) => call?.by ?? 'action')]
      .filter(([by]) => by !== 'action')
      .map(([by, all]): [string, Field] => [
        by,
        choiceOf(['业务动作', 'Business action'], [...new Set(all.map(([name, { call }]) => call?.action ?? name))]),
      ]),
  );

/**
 * Contract of an address that does one or several actions: chosen rows, the action, `when` conditions, and the inputs
 * of the actions.
 */
export const actionContract = (paper: AnyPaper, names: readonly string[]): Contract => {
  const { actions } = lifeOf(paper);
  return {
    body: {
      ...chosen(paper),
      action: word('业务动作', 'Business action', 64),
      ...byInputs(names.map((name) => [name, actions[name]])),
      ...whenInputs(names.map((name) => actions[name])),
      // Inputs are required only where the address has one action: several actions require different inputs.
      ...Object.fromEntries(
        names.flatMap((name) =>
          Object.entries(actions[name].asks ?? {}).map(([key, field]): [string, Field] => [
            key,
            { ...field, required: names.length === 1 && field.required },
          ]),
        ),
      ),
    },
    answer: written(paper),
    refuses: refusalsOf('verb'),
  };
};

const branchOf = (paper: AnyPaper) =>
  record({
    id: anyText,
    parentId: nullable(anyText),
    title: anyText,
    key: anyText,
    value: anyText,
    hasChildren: yesOrNo,
    ...Object.fromEntries((paper.tree?.shows ?? []).map((name): [string, Field] => [name, paper.fields[name]])),
  });

export const treeContracts = (paper: AnyPaper, declared: Partial<Declared> = {}) => {
  const query = listContract(paper, declared).query!;
  const { current: _, size: __, ...filters } = query as Record<string, Field>;
  const row = of(paper, null, { hasChildren: yesOrNo });
  const parentId = word('上级', 'Row above', 40);
  const branch = branchOf(paper);
  return {
    list: { query: filters, answer: tree(`${paper.name}Node`, row) },
    'lazy-list': { query: { parentId, ...filters }, answer: list(row) },
    tree: { query: {}, answer: tree(`${paper.name}Choice`, branch) },
    'lazy-tree': { query: { parentId }, answer: list(branch) },
    arrange: {
      body: {
        rows: structured(['各行的新位置', 'Places of the rows'], { shape: map(rowChange(paper)) }),
        order: refs(paper.name, ['先后', 'In which order'], { max: MAX_BATCH_ROWS }),
      },
      answer: outcome(),
    },
  } satisfies Record<string, Contract>;
};

const SHEETS = fileAnswer(WORKBOOK_TYPE, 'text/csv');

/** Rows of an export, and its format. An unknown word is refused, never read as all rows. */
export const exportChoices = {
  scope: choiceOf(['范围', 'Rows'], ['all', 'selected', 'page'], { initial: 'all' }),
  format: choiceOf(['格式', 'Format'], ['xlsx', 'csv'], { initial: 'xlsx' }),
};

export const exportContract = (paper: AnyPaper): Contract => ({
  body: {
    columns: structured(['列', 'Columns'], { rows: true, shape: list(anyText) }),
    ...exportChoices,
    ids: refs(paper.name, ['所选', 'Chosen rows'], { max: 50_000 }),
    id: id(paper.title),
    filters: structured(['筛选', 'Filters'], { shape: filterValues }),
    matching: matching(),
    current: pageNumber(),
    size: pageSize(10, MAX_ROWS),
    masked: flag(['脱敏', 'Masked']),
    ascs: word('升序字段', 'Fields in rising order'),
    descs: word('降序字段', 'Fields in falling order'),
  },
  answer: SHEETS,
});

export const oldExportContract = (paper: AnyPaper): Contract => ({ query: filterInputs(paper), answer: SHEETS });

const batch = id(['导入批次', 'Import'], { required: true });
const counts = map(anyNumber);
const begun = record({ batch: anyText, job: anyText });

export const importContracts = {
  template: { query: {}, answer: fileAnswer(WORKBOOK_TYPE) },
  once: {
    query: {
      isCovered: flag(['覆盖已有数据', 'Overwrite rows that are there']),
      dryRun: flag(['只校验', 'Only check']),
    },
    answer: record({
      batch: anyText,
      state: optional(anyText),
      counts,
      ok: optional(anyNumber),
      failed: optional(anyNumber),
      errors: optional(list(record({ row: anyNumber, field: anyText, msg: anyText }))),
    }),
  },
  upload: {
    query: { look: flag(['有疑问时先核对表头', 'Wait for a look at a doubtful header']) },
    answer: record({
      batch: anyText,
      job: anyText,
      columns: list(record({ header: anyText, field: anyText })),
      total: anyNumber,
      dropped: anyNumber,
      name: anyText,
    }),
  },
  batches: {
    answer: list(
      record({
        id: anyText,
        name: anyText,
        state: anyText,
        counts,
        total: anyNumber,
        created: anyText,
        committed: anyText,
        kept: yesOrNo,
        error: anyText,
        until: anyText,
        mayRollback: yesOrNo,
      }),
    ),
  },
  verdict: {
    query: {
      batch,
      current: pageNumber(),
      size: pageSize(10, MAX_ROWS),
      only: word('只看', 'Only these', 20),
      reason: word('拒绝原因', 'Refused for this reason', 64),
      reasons: integer(['原因统计', 'Reasons, 0 = none']),
    },
    answer: page(
      record({
        row: anyNumber,
        verdict: anyText,
        id: anyText,
        state: anyText,
        values: map(anything('columnValue')),
        names: map(anyText),
        problems: list(record({ field: anyText, msg: anyText })),
        old: map(anyText),
        repaired: map(anyText),
        leftOut: yesOrNo,
      }),
      {
        batch: anyText,
        name: anyText,
        state: anyText,
        error: anyText,
        progress: anyNumber,
        counts,
        rows: anyNumber,
        committed: anyText,
        until: anyText,
        columns: list(record({ at: anyNumber, header: anyText, field: anyText })),
        layout: record({
          version: anyNumber,
          sheet: anyText,
          sheets: anyNumber,
          header: anyNumber,
          height: anyNumber,
          hiddenRows: anyNumber,
          hidden: anyText,
          dropped: anyNumber,
          encoding: anyText,
          delimiter: anyText,
        }),
        keys: list(list(anyText)),
        reasons: list(record({ key: anyText, field: anyText, msg: anyText, count: anyNumber, isTwin: yesOrNo })),
      },
    ),
  },
  commit: { body: { batch }, answer: begun },
  rollback: { body: { batch }, answer: begun },
  refused: { query: { batch }, answer: fileAnswer(WORKBOOK_TYPE) },
} satisfies Record<string, Contract>;
