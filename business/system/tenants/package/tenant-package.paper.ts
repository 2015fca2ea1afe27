import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';

/**
 * Package of a company: the upper bound of every right in it. A ticked page includes its buttons and everything below
 * it.
 */
export const tenantPackage = paper('tenantPackage', {
  title: ['产品包', 'Package'],
  table: 'blade_tenant_package',
  path: 'blade-system/tenant-package',
  owner: 'platform',
  rights: { read: ['administrator'], write: ['administrator'], remove: ['administrator'] },
  sight: 'shared',
  caption: 'packageName',
  search: ['packageName', 'remark'],
  plain: true,
  fields: {
    packageName: text(['产品包名称', 'Package'], { required: true, list: true, filter: 'like', max: 64, width: 220 }),
    menuId: refs('menu', ['包含菜单', 'Menus'], {
      required: true,
      csv: true,
      wide: true,
      list: true,
      width: 110,
      missing: ['请选择菜单', 'Choose menus'],
      help: [
        '勾选页面即包含其下全部按钮；也可只勾选个别按钮',
        'A page brings all its buttons; single buttons may be ticked instead',
      ],
    }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  menu: { group: 'system', icon: 'package', path: '/system/tenantpackage', sort: 120 },
});
