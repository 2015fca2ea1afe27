import { dict } from '#kernel/fields/dict/dict.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { apiScopeType } from '../../dictionaries.ts';
import { administratorRights } from '../../rights.rules.ts';

/** Restricts calls of a path to roles to which this scope is granted. The usual button is required in addition. */
export const apiScope = paper('apiScope', {
  title: ['接口权限', 'API scope'],
  table: 'blade_api_scope',
  path: 'blade-system/api-scope',
  rights: administratorRights,
  sight: 'shared',
  caption: 'scopeName',
  hint: ['scopePath'],
  wireNames: { scopeTypeName: 'scopeType' },
  wholeRows: true,
  search: ['scopeName', 'scopePath', 'resourceCode'],
  canBeDisabled: true,
  fields: {
    menuId: ref('menu', ['所属菜单', 'Page'], { required: true, list: true, filter: 'exact', width: 120 }),
    resourceCode: text(['资源编号', 'Resource'], { list: true, filter: 'exact', max: 100 }),
    scopeName: text(['权限名称', 'Name'], { required: true, list: true, filter: 'like', max: 100, width: 150 }),
    scopePath: text(['接口地址', 'Path'], {
      required: true,
      list: true,
      max: 200,
      width: 270,
      wide: true,
      example: '/blade-system/post/sample#',
      help: [
        '例如 /blade-system/user/remove，可加 GET 或 POST 前缀，末尾可用 **',
        'For example /blade-system/user/remove; GET or POST before it and ** at its end are understood',
      ],
    }),
    scopeType: dict(apiScopeType, ['接口类型', 'Kind'], {
      required: true,
      numeric: true,
      list: true,
      initial: 1,
      filter: 'exact',
    }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  menu: { group: 'system', icon: 'plug', path: '/authority/apiscope', sort: 61 },
  familyPage: {
    group: 'authority',
    code: 'api_scope',
    path: '/authority/apiscope',
    missingIn: ['saberVue2', 'swordReact'],
    offers: [],
    buttons: { api_scope_setting: { action: 'edit', alias: 'setting', icon: 'setting', place: 2 } },
  },
});
