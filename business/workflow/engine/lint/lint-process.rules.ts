import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { PreparedProcess } from '../run/session/prepared-process.rules.ts';
import { eventRules } from './event.rules.ts';
import { expressionRules } from './expression.rules.ts';
import type { ProcessFinding } from './process-finding.rules.ts';
import { gatewayRules } from './gateway.rules.ts';
import type { LintFacts, LintRule } from './lint-rule.rules.ts';
import { structureRules } from './structure.rules.ts';
import { taskRules } from './task.rules.ts';

const isDangling = ({ flows, nodes }: CompiledProcess): boolean =>
  Object.values(flows).some(({ source, target }) => !Object.hasOwn(nodes, source) || !Object.hasOwn(nodes, target));

const dangling = structureRules.filter(({ code }) => code === 'danglingFlow');

/** All rules, in the order in which their findings are shown. */
export const LINT_RULES: readonly LintRule[] = [
  ...structureRules,
  ...gatewayRules,
  ...eventRules,
  ...taskRules,
  ...expressionRules,
];

/**
 * Return the findings of a process. If a flow leads to no node only this is reported, because other rules follow flows.
 */
export function lintProcess(process: CompiledProcess, facts: LintFacts = {}): ProcessFinding[] {
  const rules = isDangling(process) ? dangling : LINT_RULES;
  const subject = {
    process,
    facts,
    prepared: new PreparedProcess(process),
    nodes: Object.values(process.nodes),
    flows: Object.values(process.flows),
  };
  return rules.flatMap(({ code, level, find }) =>
    find(subject).map(([node, detail = '']): ProcessFinding => ({ code, level, node, detail })),
  );
}
