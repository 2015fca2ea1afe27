import { icon } from '#kernel/fields/icon/icon.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { administratorRights } from '../../rights.rules.ts';

/** A tab of the top bar, with the menus that it contains. */
export const topMenu = paper('topMenu', {
  title: ['顶部菜单', 'Top menu'],
  table: 'blade_top_menu',
  path: 'blade-system/topmenu',
  rights: administratorRights,
  sight: 'shared',
  wholeRows: true,
  caption: 'name',
  englishCaption: 'nameEn',
  search: ['name', 'code'],
  order: { by: 'sort' },
  fields: {
    code: text(['菜单编号', 'Code'], { required: true, unique: true, list: true, filter: 'like', max: 64 }),
    name: text(['菜单名称', 'Name'], { required: true, list: true, filter: 'like', max: 64 }),
    nameEn: text(['英文名称', 'English name'], { list: true, max: 64 }),
    source: icon(['菜单图标', 'Icon'], { list: true }),
    path: text(['路由地址', 'Path'], { max: 255 }),
    sort: integer(['排序', 'Order'], { required: true, list: true, initial: 1, max: 1_000_000 }),
  },
  menu: { group: 'system', icon: 'panel-top', path: '/system/topmenu', sort: 60 },
  familyPage: {
    group: 'system',
    code: 'topmenu',
    path: '/system/topmenu',
    missingIn: ['swordReact'],
    buttons: { topmenu_setting: { action: 'edit', alias: 'setting', icon: 'setting', place: 1 } },
  },
});
