import { flag } from '#kernel/fields/flag/flag.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  choice,
  either,
  list,
  map,
  nullable,
  optional,
  orEmpty,
  page,
  record,
  tree,
} from '#kernel/language/calls/shape.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { dictBiz } from './dict-biz.paper.ts';
import { dictPaper } from './dict.paper.ts';

/** A key. Old clients compare system keys as numbers, so those that are whole numbers are sent as numbers. */
const key = either(anyText, anyNumber);

/** A group or an item. `pic` is a link to the picture for the reader. */
const itemParts = {
  id: anyText,
  /** Only in business dictionaries. */ tenantId: optional(anyText),
  parentId: anyText,
  code: anyText,
  dictKey: key,
  dictValue: anyText,
  dictValueEn: anyText,
  tone: anyText,
  sort: anyNumber,
  isSealed: anyNumber,
  remark: anyText,
  isDeleted: anyNumber,
  version: anyNumber,
  pic: anyText,
  /** Actions that the reader may take. */ _can: optional(list(anyText)),
};
const item = record(itemParts);

const useParts = { paper: anyText, title: anyText, field: anyText, label: anyText, path: anyText };
const fieldUse = record({ ...useParts, counts: map(anyNumber) });

/** The fields, saved views and rules that use the keys of a dictionary, with counts for each key. */
const uses = record({
  code: anyText,
  fields: list(fieldUse),
  saved: list(record({ key: anyText, count: anyNumber })),
  items: list(
    record({
      id: anyText,
      dictKey: anyText,
      dictValue: anyText,
      count: anyNumber,
      /** Why the key cannot change: its dictionary is sealed, or the program uses it. Null if it may change. */
      keeper: nullable(choice('sealed', 'program')),
    }),
  ),
  /** Keys that rows carry but no item defines. */ lost: list(record({ dictKey: anyText, count: anyNumber })),
});

/** Rows that a change of a key affects, by field; `saved` counts data scopes, views and reports. */
const touched = record({
  fields: list(record({ ...useParts, count: anyNumber })),
  rows: anyNumber,
  saved: anyNumber,
  /** On a merge: the number of items below the merged one. */ children: optional(anyNumber),
});

/** The affected rows if only a preview was requested, else the number of changed rows. */
const changed = either(touched, record({ rows: anyNumber }));

const oneItem = { id: id(['字典项', 'Item'], { required: true }) };
const code = text(['字典编号', 'Code']);
const dictValue = text(['字典名称', 'Name']);
const preview = flag(['仅预览', 'Preview alone'], { initial: false });

/** Calls that both dictionaries have beyond the standard ones. */
const callsOf = (paper: AnyPaper) => ({
  items: call(paper, 'dictionary', {
    method: 'GET',
    needs: 'person',
    title: ['字典项', 'Items of a code'],
    query: { code },
    answer: list(item),
  }),
  itemTree: call(paper, 'dictionary-tree', {
    method: 'GET',
    needs: 'person',
    title: ['字典树', 'Items of a code as a tree'],
    query: { code },
    answer: tree(`${paper.name}Entry`, record({ ...itemParts, title: anyText, key: anyText, value: key })),
  }),
  groups: call(paper, 'parent-list', {
    method: 'GET',
    needs: 'view',
    title: ['字典组', 'Groups'],
    query: { code, dictValue, current: pageNumber(), size: pageSize(10, 1000) },
    answer: page(item),
  }),
  itemsOfGroup: call(paper, 'child-list', {
    method: 'GET',
    needs: 'view',
    title: ['组内字典项', 'Items of a group'],
    query: { parentId: id(['上级字典', 'Parent']), dictValue },
    answer: tree(`${paper.name}Item`, item),
  }),
  wholeTree: call(paper, 'list', {
    method: 'GET',
    needs: 'view',
    title: ['字典树', 'Tree of the dictionary'],
    query: { code, dictValue },
    answer: tree(`${paper.name}Item`, item),
  }),
  itemNamed: call(paper, 'selectDictByVal', {
    method: 'GET',
    needs: 'person',
    title: ['按名称取字典项', 'Item by its name'],
    query: { code, dictValue },
    answer: orEmpty(item),
  }),
  uses: call(paper, 'uses', {
    method: 'GET',
    needs: 'view',
    title: ['字典键使用处', 'Where keys are used'],
    query: oneItem,
    answer: uses,
  }),
  renameKey: call(paper, 'rename-key', {
    method: 'POST',
    needs: 'edit',
    title: ['改键（可先预览）', 'Rename a key, after a preview'],
    body: { ...oneItem, dictKey: text(['字典键值', 'Key']), preview },
    answer: changed,
  }),
  merge: call(paper, 'merge', {
    method: 'POST',
    needs: 'delete',
    title: ['合并两项（可先预览）', 'Merge two items, after a preview'],
    body: { ...oneItem, into: id(['并入', 'Into'], { required: true }), preview },
    answer: changed,
  }),
});

const ofSystem = callsOf(dictPaper);
const ofBusiness = callsOf(dictBiz);

/** Return the calls of the business or the system dictionary. */
export const dictCallsOf = (paper: AnyPaper): ReturnType<typeof callsOf> =>
  paper.name === dictPaper.name ? ofSystem : ofBusiness;

export type DictEntry = AnswerOf<typeof item>;
export type FieldUse = AnswerOf<typeof fieldUse>;
export type DictUses = AnswerOf<typeof uses>;
export type Keeper = DictUses['items'][number]['keeper'];
export type TouchedRows = AnswerOf<typeof touched>;
export type KeyChanged = AnswerOf<typeof changed>;
