import { dict } from '#kernel/fields/dict/dict.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerServiceTeam, orgCategory } from '../../dictionaries.ts';
import { administratorRights } from '../../rights.rules.ts';

/** A unit of the company. Its service teams decide which papers its leaders and dispatchers see. */
export const dept = paper('dept', {
  title: ['部门', 'Department'],
  table: 'blade_dept',
  path: 'blade-system/dept',
  rights: administratorRights,
  sight: 'shared',
  pickable: [],
  caption: 'deptName',
  wireNames: { parentName: 'parentId', deptCategoryName: 'deptCategory' },
  wholeRows: true,
  search: ['deptName', 'fullName'],
  tree: { parent: 'parentId' },
  order: { by: 'sort' },
  fields: {
    deptName: text(['部门名称', 'Department'], { required: true, list: true, filter: 'like', max: 64 }),
    fullName: text(['部门全称', 'Full name'], { required: true, list: true, filter: 'like', max: 100 }),
    parentId: ref('dept', ['上级部门', 'Parent department'], { offered: 'blade-system/dept/offered' }),
    leaderId: person(['负责人', 'Leader'], { list: true }),
    deptCategory: dict(orgCategory, ['机构类型', 'Kind'], { numeric: true, list: true, initial: 2 }),
    customerServiceTeams: dicts(customerServiceTeam, ['服务班组', 'Service teams'], { list: true }),
    ancestors: text(['祖级部门', 'Those above'], { computed: true, wire: true }),
    sort: integer(['排序', 'Order'], { required: true, list: true, initial: 1, max: 1_000_000 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  menu: { group: 'system', icon: 'network', path: '/system/dept', sort: 30 },
  familyPage: { group: 'system', code: 'dept', path: '/system/dept' },
});
