import type { Label } from '#kernel/language/label.ts';
import type { AssignmentRule } from '../../engine/model/assignment.rules.ts';
import type { CompiledProcess } from '../../engine/model/compiled-process.rules.ts';
import type { Variables } from '../../engine/state/rows.rules.ts';

/** Returns the names of the roles, departments and positions in the values of a rule. */
export type NamesOfValues = (values: readonly string[]) => string;

const isExpression = (value: string): boolean => value.includes('${');

const NAMED: Label = ['单据指定由你办理', 'You were named for it'];
const BELONGS = (names: string): Label =>
  names ? [`你属于“${names}”`, `You belong to “${names}”`] : ['你的部门负责', 'Your department decides it'];
const HOLDS = (names: string): Label =>
  names ? [`你在“${names}”之列`, `You are one of “${names}”`] : ['你的角色负责', 'Your role decides it'];
const LEADS = (_names: string, level: number): Label =>
  level > 1
    ? [`你是发起人的第 ${level} 级负责人`, `You are leader no. ${level} above who started it`]
    : ['你是发起人的负责人', 'You lead who started it'];

/** Explanations for the person whom a rule finds, by type of rule. */
const WORDS: Readonly<Record<AssignmentRule['type'], (names: string, level: number) => Label>> = {
  role: HOLDS,
  group: HOLDS,
  dept: BELONGS,
  post: BELONGS,
  deptLeader: (names) =>
    names ? [`你是“${names}”的负责人`, `You lead “${names}”`] : ['你是所属部门的负责人', 'You lead the department'],
  starterLeader: LEADS,
  starterLeaders: LEADS,
  formDeptLeader: () => ['你是单据所属部门的负责人', 'You lead the department of the document'],
  starter: () => ['由你发起，回到你这里', 'You started it'],
  prevAssignee: () => ['上一步由你办理', 'You did the step before'],
  starterPick: () => NAMED,
  approverPick: () => NAMED,
  formUser: () => NAMED,
  user: () => NAMED,
  admin: () => ['你是流程管理员', 'You keep the processes'],
  expr: () => ['流程按公式指定了你', 'A formula of the process named you'],
};

const ruleWords = ({ type, values = [], level = 1 }: AssignmentRule, namesOf: NamesOfValues): Label =>
  WORDS[type](namesOf(values.filter((one) => !isExpression(one))), level);

/** Return why the caller has a task, by the first rule that found the caller. */
export function assignedWords(rules: readonly AssignmentRule[], namesOf: NamesOfValues): Label {
  return rules.length > 0
    ? ruleWords(rules[0], namesOf)
    : ['没有找到办理人，转给流程管理员', 'Nobody else was found for it'];
}

/** A condition on the path to a task, with the values of the variables that it reads. */
export interface TakenWay {
  readonly condition: string;
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

const NAMES = /[\p{L}_$][\p{L}\p{N}_]*/gu;

/** Return a condition without the braces around it. */
const bare = (condition: string): string =>
  condition
    .trim()
    .replace(/^[$#]\{([\s\S]*)\}$/, '$1')
    .trim();

/** Return the condition of a taken flow with the variables that it reads; undefined if it has none. */
export function takenWay(process: CompiledProcess, flowId: string, variables: Variables): TakenWay | undefined {
  const condition = process.flows[flowId]?.condition;
  if (!condition) return undefined;
  const read = [...new Set(bare(condition).match(NAMES) ?? [])].filter((name) => Object.hasOwn(variables, name));
  return {
    condition: bare(condition),
    values: read.map((name) => ({ name, value: String(variables[name] ?? '') })),
  };
}
