import { areaList } from '@vant/area-data';

export interface RegionRow {
  code: string;
  parentCode: string;
  name: string;
  level: number;
  ancestors: string;
  provinceCode: string;
  provinceName: string;
  cityCode: string;
  cityName: string;
  districtCode: string;
  districtName: string;
}

const none = { provinceCode: '', provinceName: '', cityCode: '', cityName: '', districtCode: '', districtName: '' };

/** All provinces, cities and districts. Codes have two, four or six digits, as the old clients know them; the root is 00. */
export function regionRows(): RegionRow[] {
  const { province_list: provinces, city_list: cities, county_list: districts } = areaList;
  const rows: RegionRow[] = [
    { ...none, code: '00', parentCode: '-1', name: '中华人民共和国', level: 0, ancestors: '' },
  ];
  const province = (code: string): Pick<RegionRow, 'provinceCode' | 'provinceName'> => ({
    provinceCode: code.slice(0, 2),
    provinceName: provinces[`${code.slice(0, 2)}0000`] ?? '',
  });
  const city = (code: string): Pick<RegionRow, 'cityCode' | 'cityName'> => ({
    cityCode: code.slice(0, 4),
    cityName: cities[`${code.slice(0, 4)}00`] ?? '',
  });
  for (const [code, name] of Object.entries(provinces))
    rows.push({
      ...none,
      ...province(code),
      code: code.slice(0, 2),
      parentCode: '00',
      name,
      level: 1,
      ancestors: '00',
    });
  for (const [code, name] of Object.entries(cities))
    rows.push({
      ...none,
      ...province(code),
      ...city(code),
      code: code.slice(0, 4),
      parentCode: code.slice(0, 2),
      name,
      level: 2,
      ancestors: `00,${code.slice(0, 2)}`,
    });
  for (const [code, name] of Object.entries(districts)) {
    rows.push({
      ...province(code),
      ...city(code),
      code,
      parentCode: code.slice(0, 4),
      name,
      level: 3,
      ancestors: `00,${code.slice(0, 2)},${code.slice(0, 4)}`,
      districtCode: code,
      districtName: name,
    });
  }
  return rows;
}
