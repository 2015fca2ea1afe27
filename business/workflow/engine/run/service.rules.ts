import type { ProcessNode } from '../model/compiled-process.rules.ts';
import { BpmnError, ProcessError } from '../state/process-error.rules.ts';
import type { ExecutionRow, VariableValue } from '../state/rows.rules.ts';
import { raiseError } from './events/raise.rules.ts';
import type { Session } from './session/session.rules.ts';
import { evaluateText, evaluateValue, setVariable } from './session/variables.rules.ts';

/** Run the service of a node inside the command. A BPMN error of the service is raised at the node. */
export async function callService(session: Session, execution: ExecutionRow, node: ProcessNode): Promise<void> {
  if (node.service === undefined) throw new ProcessError('noService', { node: node.id });
  const inputs = Object.fromEntries(
    (node.inputs ?? []).map(({ source, target }) => [target, evaluateText(session, execution, source)]),
  );
  const { variables } = session.instances.row(execution.instanceId);
  try {
    const answer = await session.host.service({
      name: node.service,
      instanceId: execution.instanceId,
      executionId: execution.id,
      nodeId: node.id,
      inputs,
      variables,
    });
    keep(session, execution, node, answer ?? null);
    session.plan({ step: 'done', executionId: execution.id });
  } catch (fault) {
    if (!(fault instanceof BpmnError)) throw fault;
    raiseError(session, execution, fault.code, fault.message);
  }
}

function keep(session: Session, execution: ExecutionRow, { resultVariable }: ProcessNode, answer: VariableValue): void {
  if (resultVariable !== undefined) setVariable(session, execution, resultVariable, answer);
}

/** Run the lines of a script in order; each assigns one variable. */
export function runScript(session: Session, execution: ExecutionRow, { script = [] }: ProcessNode): void {
  for (const { source, target } of script)
    setVariable(session, execution, target, evaluateValue(session, execution, source));
  session.plan({ step: 'done', executionId: execution.id });
}
