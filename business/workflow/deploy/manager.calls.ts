import { flag } from '#kernel/fields/flag/flag.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, roomCall, several } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, page, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { processModel } from '../model/process-model.paper.ts';
import { flowProcess, paging } from '../work/flow-shapes.calls.ts';

/** Deployed processes, each by its newest version. */
export const managerList = call(processModel, 'blade-flow/manager/list', {
  method: 'GET',
  needs: 'view',
  title: ['流程管理', 'Deployed processes'],
  query: {
    ...paging,
    mode: text(['流程模式', 'Kind'], { max: 8 }),
    category: text(['流程分类', 'Category'], { max: 64 }),
    key: text(['流程标识', 'Key'], { max: 100 }),
  },
  answer: page(flowProcess),
});

/** `suspend`: no new instances start, and running ones are suspended; `active` undoes both. */
export const changeState = call(processModel, 'blade-flow/manager/change-state', {
  method: 'POST',
  needs: 'person',
  button: 'flow_manager_state',
  title: ['激活或挂起流程', 'Activate or suspend a process'],
  query: {
    processId: id(['流程定义', 'Definition'], { required: true }),
    state: text(['状态', 'State'], { required: true, max: 20 }),
  },
  answer: record({ instances: anyNumber }),
});

export const deleteDeployment = call(processModel, 'blade-flow/manager/delete-deployment', {
  method: 'POST',
  needs: 'person',
  button: 'flow_manager_remove',
  title: ['删除流程部署', 'Delete deployments'],
  query: {
    deploymentIds: several(['部署', 'Deployments'], id(['部署', 'Deployment']), { most: 100 }),
    /** End the running instances first, instead of refusing. This requires a reason. */
    force: flag(['同时终止运行中的实例', 'End what runs']),
    reason: text(['原因', 'Reason'], { max: 500 }),
  },
  answer: record({ deleted: anyNumber, cancelled: anyNumber }),
});

const finding = record({ code: anyText, level: anyText, node: anyText, detail: anyText, message: anyText });

export const checkUpload = roomCall('blade-flow/manager/check-upload', {
  method: 'POST',
  needs: 'person',
  button: 'flow_model_deploy',
  title: ['检查流程文件', 'Check a process file'],
  answer: record({ name: anyText, success: yesOrNo, message: anyText, findings: list(finding) }),
});

export const deployUpload = roomCall('blade-flow/manager/deploy-upload', {
  method: 'POST',
  needs: 'person',
  button: 'flow_model_deploy',
  title: ['部署流程文件', 'Deploy process files'],
  answer: record({ processDefinitionIds: list(anyText) }),
});
