import { expect, test } from 'vitest';
import { shortAddress } from './short-address.rules.ts';

test('同一条弄的人家只看弄以后的部分，没有弄的看全部 what stands behind the lane tells homes apart', () => {
  expect(shortAddress('上海市浦东新区花木路1199弄3号楼502室')).toBe('3号楼502室');
  expect(shortAddress('康定路8弄2支弄5号')).toBe('5号');
  expect(shortAddress('浦东新区世纪大道100号')).toBe('浦东新区世纪大道100号');
});

test('弄后面没有东西、弄前面没有东西时，不会变成空的 nothing is left empty', () => {
  expect(['花木路1199弄', '弄堂口5号', '弄', ''].map(shortAddress)).toEqual(['花木路1199弄', '弄堂口5号', '弄', '']);
});
