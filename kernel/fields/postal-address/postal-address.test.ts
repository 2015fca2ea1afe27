import { areaList } from '@vant/area-data';
import { expect, test } from 'vitest';
import { fromRoad, roomInAddress, shortAddress } from './postal-address.ts';

test('同一条弄的人家只看弄以后的部分，没有弄的看全部 homes are distinguished by the part after the lane', () => {
  expect(roomInAddress('上海市浦东新区花木路1199弄3号楼502室')).toBe('3号楼502室');
  expect(roomInAddress('康定路8弄2支弄5号')).toBe('5号');
  expect(roomInAddress('浦东新区世纪大道100号')).toBe('浦东新区世纪大道100号');
});

test('弄后面没有东西、弄前面没有东西时，不会变成空的 nothing is left empty', () => {
  expect(['花木路1199弄', '弄堂口5号', '弄', ''].map(roomInAddress)).toEqual(['花木路1199弄', '弄堂口5号', '弄', '']);
});

test('省、市、区略去，路以后的留下 province, city and district go, the road stays', () => {
  expect(fromRoad('上海市浦东新区花木路1199弄3号')).toBe('花木路1199弄3号');
  expect(fromRoad('江苏省苏州市工业园区星湖街328号')).toBe('星湖街328号');
  expect(fromRoad('上海市崇明县城桥镇8号')).toBe('城桥镇8号');
  expect(fromRoad('小区路5号')).toBe('小区路5号');
  expect(['上海市', '区', '', '市区'].map(fromRoad)).toEqual(['上海市', '区', '', '市区']);
});

test('列表里写楼盘和房号；没有楼盘的从路名写起 estate and room, else from the road on', () => {
  expect(shortAddress('上海市浦东新区花木路1199弄3号楼502室', '仁恒河滨城')).toBe('仁恒河滨城 3号楼502室');
  expect(shortAddress('上海市静安区康定路88号6楼', '静安府')).toBe('静安府 康定路88号6楼');
  expect(shortAddress('上海市浦东新区花木路1199弄3号楼502室', undefined)).toBe('花木路1199弄3号楼502室');
  expect(shortAddress('浦东新区仁恒河滨城3号楼502室', '仁恒河滨城')).toBe('仁恒河滨城3号楼502室');
});

test('a name that holds 市, 省, 区 or 县 is not cut', () => {
  for (const name of [
    '东方城市花园12号',
    '外省同乡会馆5号',
    '阳光小区3号楼',
    '老县城小区8号',
    '红旗小区2号',
    '上海城12号楼',
  ]) {
    expect(fromRoad(name)).toBe(name);
    expect(fromRoad(`上海市浦东新区${name}`)).toBe(name);
    expect(fromRoad(`上海市${name}`)).toBe(name);
    expect(fromRoad(`江苏省苏州市昆山市${name}`)).toBe(name);
  }
  expect(fromRoad('上海浦东新区花木路1199弄3号')).toBe('花木路1199弄3号');
  expect(fromRoad('江苏省昆山市周市镇青阳路5号')).toBe('周市镇青阳路5号');
  expect(fromRoad('内蒙古自治区赤峰市敖汉旗新惠镇8号')).toBe('新惠镇8号');
  expect(fromRoad('浙江省杭州市余杭区良渚文化村3号')).toBe('良渚文化村3号');
  expect(shortAddress('上海市徐汇区东方城市花园12号501室', undefined)).toBe('东方城市花园12号501室');
});

test('of all districts of the country nearly all go with their province and city, and none is cut in the middle', () => {
  const { province_list: provinces, city_list: cities, county_list: districts } = areaList;
  const wrong: string[] = [];
  let whole = 0;
  for (const [code, name] of Object.entries(districts)) {
    if (!/[区县市旗]$/.test(name)) continue;
    const [province, city] = [provinces[`${code.slice(0, 2)}0000`], cities[`${code.slice(0, 4)}00`]];
    const before = `${province}${/(市|州|地区|盟)$/.test(city) && city !== province ? city : ''}`;
    const shown = fromRoad(`${before}${name}花木路5号`);
    if (shown.endsWith(`${name}花木路5号`)) whole += 1;
    else if (shown !== '花木路5号') wrong.push(`${before}${name}: ${shown}`);
  }
  expect(wrong).toEqual([]);
  expect(whole).toBeLessThan(30);
});
