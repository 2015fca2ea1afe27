import type { Room } from '#kernel/language/room.ts';
import * as dictionaries from './dictionaries.ts';
import { processLeave } from './leave/process-leave.paper.ts';
import { absence } from './bindings/absence.paper.ts';
import { processBinding } from './bindings/process-binding.paper.ts';
import { processModel } from './model/process-model.paper.ts';
import { keepers, staff } from './rights.rules.ts';

/** Processes that the company draws: who decides what, and when. What may happen to a paper stays with its lifecycle. */
export default {
  name: 'workflow',
  title: ['流程', 'Workflow'],
  needs: ['masterdata', 'scheduling'],
  load: 'later',
  topMenu: { code: 'workflow', label: ['流程', 'Workflow'], icon: 'route', sort: 6 },
  papers: [processModel, processLeave, processBinding, absence],
  dictionaries: Object.values(dictionaries),
  groups: [
    { code: 'flow-work', label: ['流程事务', 'My work'], icon: 'clipboard-list', sort: 170 },
    { code: 'flow', label: ['流程管理', 'Process keeping'], icon: 'route', sort: 175 },
  ],
  buttons: [
    { code: 'work_start_flow', label: ['发起流程', 'Start a process'], page: 'flow-work', roles: staff },
    {
      code: 'work_start_image',
      label: ['查看发起流程图', 'Diagram of a process to start'],
      page: 'flow-work',
      roles: staff,
    },
    { code: 'work_claim_sign', label: ['签收任务', 'Claim a task'], page: 'flow-work', roles: staff },
    { code: 'work_claim_detail', label: ['待签详情', 'Detail of a task to claim'], page: 'flow-work', roles: staff },
    { code: 'work_claim_follow', label: ['待签流程图', 'Diagram of a task to claim'], page: 'flow-work', roles: staff },
    { code: 'work_todo_handle', label: ['处理任务', 'Handle a task'], page: 'flow-work', roles: staff },
    { code: 'work_todo_detail', label: ['待办详情', 'Detail of a task to do'], page: 'flow-work', roles: staff },
    { code: 'work_todo_follow', label: ['待办流程图', 'Diagram of a task to do'], page: 'flow-work', roles: staff },
    { code: 'work_send_detail', label: ['已发详情', 'Detail of a process started'], page: 'flow-work', roles: staff },
    {
      code: 'work_send_follow',
      label: ['已发流程图', 'Diagram of a process started'],
      page: 'flow-work',
      roles: staff,
    },
    { code: 'work_done_detail', label: ['办结详情', 'Detail of a task done'], page: 'flow-work', roles: staff },
    { code: 'work_done_follow', label: ['办结流程图', 'Diagram of a task done'], page: 'flow-work', roles: staff },
    { code: 'flow_model_create', label: ['新建流程图', 'Draw a process'], page: 'wf_model', roles: keepers },
    { code: 'flow_model_update', label: ['修改流程图', 'Change a drawing'], page: 'wf_model', roles: keepers },
    { code: 'flow_model_deploy', label: ['部署流程', 'Deploy a process'], page: 'wf_model', roles: keepers },
    { code: 'flow_model_delete', label: ['删除流程图', 'Remove a drawing'], page: 'wf_model', roles: keepers },
    {
      code: 'flow_manager_state',
      label: ['变更流程状态', 'Suspend or activate a process'],
      page: 'flow',
      roles: keepers,
    },
    {
      code: 'flow_manager_image',
      label: ['查看部署流程图', 'Diagram of a deployed process'],
      page: 'flow',
      roles: keepers,
    },
    { code: 'flow_manager_remove', label: ['删除流程部署', 'Delete a deployment'], page: 'flow', roles: keepers },
    { code: 'flow_follow_delete', label: ['终止流程实例', 'End an instance'], page: 'flow', roles: keepers },
  ],
} satisfies Room;
