import { expect, test } from 'vitest';
import type { Field } from '#kernel/language/field.ts';
import { problemOf } from '#kernel/web/form/form-state.ts';
import { dictPaper } from './dict.paper.ts';
import { dictBiz } from './dict-biz.paper.ts';
import { itemFields } from './item-fields.rules.ts';

const fieldsFor = (own: string): Record<string, Field> => itemFields(own);

test('两种字典的字段一样，上级指向自己那种 both dictionaries have the same fields, with parents of their own kind', () => {
  expect(Object.keys(dictPaper.fields)).toEqual(Object.keys(dictBiz.fields));
  expect([fieldsFor('dict').parentId.paper, fieldsFor('dictBiz').parentId.paper]).toEqual(['dict', 'dictBiz']);
  for (const paper of [dictPaper, dictBiz]) expect(paper.fields.parentId.paper).toBe(paper.name);
});

test('只有系统字典的键值按数字答 only keys of the system dictionary are answered as numbers', () => {
  expect([fieldsFor('dict').dictKey.asNumber, fieldsFor('dictBiz').dictKey.asNumber]).toEqual([true, false]);
});

test('条目的编号随它的组；缺什么说什么 an item takes the code of its group, and missing fields are named', () => {
  const { code, dictKey, dictValue, isSealed, sort } = fieldsFor('dict');
  expect(code.copied).toEqual({ from: 'parentId', field: 'code' });
  expect([code.missing?.[0], dictKey.missing?.[0]]).toEqual(['请输入字典编号', '请输入字典键值']);
  // A group has no key.
  expect([code.required, dictValue.required, Boolean(dictKey.required)]).toEqual([true, true, false]);
  expect(isSealed.initial).toBe(0);
  expect([problemOf(sort, '')?.[0], problemOf(isSealed, null)?.[0]]).toEqual(['请输入字典排序', '请选择封存']);
});
