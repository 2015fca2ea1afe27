import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, wholeBody } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  either,
  list,
  map,
  nullable,
  of,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { regionPaper } from './region.paper.ts';

const nodeParts = {
  id: anyText,
  parentId: anyText,
  title: anyText,
  name: anyText,
  code: anyText,
  key: anyText,
  value: anyText,
  level: anyNumber,
  hasChildren: yesOrNo,
};
const node = record(nodeParts);

/** Text columns of a region in the list of a level. */
export const regionTexts = {
  parentCode: anyText,
  ancestors: anyText,
  provinceCode: anyText,
  provinceName: anyText,
  cityCode: anyText,
  cityName: anyText,
  districtCode: anyText,
  districtName: anyText,
  townCode: anyText,
  townName: anyText,
  villageCode: anyText,
  villageName: anyText,
  remark: anyText,
};
const level = record({ ...nodeParts, ...regionTexts, parentName: anyText, sort: nullable(anyNumber) });

const code = text(['区划编号', 'Code']);
/** Code of the parent region; empty means the provinces. */
const above = { parentCode: text(['父区划编号', 'Parent code']), code };

export const regionsBelow = call(regionPaper, 'lazy-tree', {
  method: 'GET',
  needs: 'person',
  title: ['下级区划', 'Regions below'],
  query: above,
  answer: list(node),
});

export const wholeRegionsBelow = call(regionPaper, 'lazy-list', {
  method: 'GET',
  needs: 'person',
  title: ['下级区划', 'Regions below'],
  query: above,
  answer: list(level),
});

export const chooseRegion = call(regionPaper, 'select', {
  method: 'GET',
  needs: 'person',
  title: ['区划下拉', 'Regions to choose from'],
  query: above,
  answer: list(node),
});

export const readRegion = call(regionPaper, 'detail', {
  method: 'GET',
  needs: 'view',
  title: ['区划详情', 'One region'],
  query: { code, id: id(['区划', 'Region']) },
  answer: of(regionPaper),
});

/** The saved row by field name. Null values become empty text, since published clients split the values as text. */
const savedRegion = map(either(anyText, anyNumber));

export const saveRegion = call(regionPaper, 'submit', {
  method: 'POST',
  needs: 'edit',
  title: ['新增或修改区划', 'Add or change a region'],
  body: { given: wholeBody(regionPaper) },
  answer: savedRegion,
});

/** Removes regions by codes or row ids. Of several, each one is removed or refused by itself. */
export const removeRegions = call(regionPaper, 'remove', {
  method: 'POST',
  needs: 'delete',
  title: ['删除区划', 'Remove regions'],
  query: {
    ids: refs('region', ['区划', 'Regions'], { max: 10_000 }),
    id: id(['区划', 'Region']),
  },
  answer: either(
    record({}),
    record({
      success: list(anyText),
      failed: list(record({ id: anyText, no: anyText, reason: anyText, msg: anyText })),
    }),
  ),
});

export type RegionNode = AnswerOf<typeof node>;
export type RegionOfLevel = AnswerOf<typeof level>;
export type ToldRegion = AnswerOf<typeof savedRegion>;
