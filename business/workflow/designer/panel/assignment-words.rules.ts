import type {
  AssignmentMode,
  AssignmentRule,
  EmptyPolicy,
  RepeatPolicy,
  StarterPolicy,
} from '../../engine/model/assignment.rules.ts';
import type { Label } from '#kernel/language/label.ts';

type Words<K extends string> = readonly (readonly [key: K, label: Label])[];

export const MODE_WORDS: Words<AssignmentMode> = [
  ['single', ['一人办', 'One person']],
  ['claim', ['抢着办', 'Whoever claims']],
  ['all', ['会签', 'All of them']],
  ['any', ['任一人', 'Any of them']],
  ['ratio', ['按比例', 'A share']],
  ['seq', ['依次', 'In turn']],
];

/** Labels of the types of assignment rules. */
export const RULE_WORDS: Words<AssignmentRule['type']> = [
  ['user', ['指定人员', 'Named people']],
  ['role', ['角色', 'Role']],
  ['dept', ['部门成员', 'Members of a department']],
  ['post', ['岗位', 'Position']],
  ['deptLeader', ['部门负责人', 'Leader of a department']],
  ['starter', ['发起人', 'Who started']],
  ['starterLeader', ['发起人的第几级主管', 'Leader above who started']],
  ['starterLeaders', ['发起人的逐级主管', 'Leaders up from who started']],
  ['formUser', ['表单里的人员', 'Person in the form']],
  ['formDeptLeader', ['表单里部门的负责人', 'Leader of a department in the form']],
  ['prevAssignee', ['上一节点办理人', 'Who acted before']],
  ['starterPick', ['发起人选择', 'Picked by who started']],
  ['approverPick', ['上一审批人选择', 'Picked by the approver before']],
  ['admin', ['公司管理员', 'Administrators']],
  ['group', ['用户组', 'Group']],
  ['expr', ['表达式', 'Expression']],
];

export const EMPTY_WORDS: Words<EmptyPolicy> = [
  ['admin', ['公司管理员', 'Administrators']],
  ['pass', ['自动通过', 'It passes']],
  ['reject', ['自动驳回', 'It is rejected']],
  ['user', ['指定人员', 'A named person']],
];

export const STARTER_WORDS: Words<StarterPolicy> = [
  ['self', ['发起人自己审', 'The starter judges it']],
  ['skip', ['跳过', 'It is skipped']],
  ['deptLeader', ['部门负责人', 'Leader of the department']],
  ['admin', ['公司管理员', 'Administrators']],
];

export const REPEAT_WORDS: Words<RepeatPolicy> = [
  ['none', ['还要办', 'Asked again']],
  ['all', ['自动通过', 'Passes']],
  ['consecutive', ['连着的自动通过', 'Passes if in a row']],
];

/** Return the kind of input that a rule of this type needs. */
export const needOf = (type: AssignmentRule['type']): 'people' | 'roles' | 'level' | 'field' | 'text' | 'nothing' => {
  if (['user', 'dept', 'post', 'deptLeader'].includes(type)) return 'people';
  if (type === 'role') return 'roles';
  if (type === 'starterLeader' || type === 'starterLeaders') return 'level';
  if (type === 'formUser' || type === 'formDeptLeader') return 'field';
  return type === 'group' || type === 'expr' ? 'text' : 'nothing';
};

/** Return the paper whose rows are picked as the values of a rule: positions, departments or accounts. */
export const paperOfRule = (type: AssignmentRule['type']): string =>
  type === 'post' ? 'post' : type === 'dept' || type === 'deptLeader' ? 'dept' : 'user';
