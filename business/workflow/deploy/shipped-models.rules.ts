/** A process that comes with the product. */
export interface ShippedModel {
  readonly name: string;
  readonly category: string;
  readonly xml: string;
}

const flow = (id: string, from: string, to: string, condition = ''): string =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"${
    condition
      ? `><conditionExpression xsi:type="tFormalExpression">${condition}</conditionExpression></sequenceFlow>`
      : ' />'
  }`;

const LEAVE = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="anju">
<process id="LeaveProcess" name="请假流程" isExecutable="true">
<startEvent id="start" name="开始" flowable:initiator="applyUser" />
<userTask id="hrTask" name="人事审批" flowable:assignee="\${taskUser}" />
<exclusiveGateway id="judge" />
<userTask id="managerTask" name="经理审批" flowable:candidateGroups="manager" />
<userTask id="bossTask" name="老板审批" flowable:candidateGroups="boss" />
<userTask id="modifyTask" name="调整申请" flowable:assignee="\${applyUser}" />
<endEvent id="end" name="结束" />
${[
  flow('flow1', 'start', 'hrTask'),
  flow('hrPassFlow', 'hrTask', 'judge', '\${pass}'),
  flow('hrNotPassFlow', 'hrTask', 'modifyTask', '\${!pass}'),
  flow('judgeLess', 'judge', 'managerTask', '\${days &lt;= 3}'),
  flow('judgeMore', 'judge', 'bossTask', '\${days &gt; 3}'),
  flow('managerPassFlow', 'managerTask', 'end', '\${pass}'),
  flow('managerNotPassFlow', 'managerTask', 'modifyTask', '\${!pass}'),
  flow('bossPassFlow', 'bossTask', 'end', '\${pass}'),
  flow('bossNotPassFlow', 'bossTask', 'modifyTask', '\${!pass}'),
  flow('modifyPassFlow', 'modifyTask', 'hrTask', '\${pass}'),
  flow('modifyNotPassFlow', 'modifyTask', 'end', '\${!pass}'),
].join('\n')}
</process></definitions>`;

export const shippedModels: readonly ShippedModel[] = [{ name: '请假流程', category: 'flow_leave', xml: LEAVE }];
