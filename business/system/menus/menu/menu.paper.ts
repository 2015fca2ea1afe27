import { dict } from '#kernel/fields/dict/dict.ts';
import { icon } from '#kernel/fields/icon/icon.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { buttonFunc, menuCategory, openMode } from '../../dictionaries.ts';
import { administratorRights } from '../../rights.rules.ts';

/**
 * A menu group, a page, or a button of a page. Standard ones are created from the definitions; the platform may add its
 * own.
 */
export const menu = paper('menu', {
  title: ['菜单', 'Menu'],
  table: 'blade_menu',
  path: 'blade-system/menu',
  owner: 'platform',
  rights: { ...administratorRights, write: ['administrator'], remove: ['administrator'] },
  sight: 'shared',
  caption: 'name',
  englishCaption: 'nameEn',
  wireNames: { parentName: 'parentId', categoryName: 'category', actionName: 'action', isOpenName: 'isOpen' },
  wholeRows: true,
  search: ['name', 'code', 'nameEn', 'path'],
  tree: { parent: 'parentId', shows: ['path', 'source'] },
  order: { by: 'sort' },
  fields: {
    name: text(['菜单名称', 'Name'], { required: true, list: true, filter: 'like', max: 64 }),
    nameEn: text(['英文名称', 'English name'], { list: true, max: 64 }),
    code: text(['菜单编号', 'Code'], { required: true, unique: true, list: true, filter: 'like', max: 100 }),
    parentId: ref('menu', ['上级菜单', 'Parent'], {}),
    category: dict(menuCategory, ['菜单类型', 'Kind'], {
      required: true,
      numeric: true,
      list: true,
      initial: 1,
      filter: 'exact',
    }),
    path: text(['路由地址', 'Path'], { list: true, max: 255 }),
    source: icon(['菜单图标', 'Icon'], { list: true }),
    alias: text(['菜单别名', 'Alias'], { max: 100 }),
    action: dict(buttonFunc, ['按钮功能', 'Button place'], { numeric: true, initial: 1 }),
    isOpen: dict(openMode, ['打开方式', 'Opens'], { numeric: true, initial: 1 }),
    sort: integer(['排序', 'Order'], { required: true, list: true, initial: 1, max: 1_000_000 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  shownWhen: {
    action: { field: 'category', is: [2] },
    path: { field: 'category', is: [1] },
    isOpen: { field: 'category', is: [1] },
  },
  menu: { group: 'system', icon: 'menu', path: '/system/menu', sort: 50 },
  familyPage: { group: 'system', code: 'menu', path: '/system/menu' },
});
