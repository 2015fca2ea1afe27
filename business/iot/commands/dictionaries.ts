import { dictionary } from '#kernel/language/dictionary.ts';

const sealed = { sealed: true } as const;

export const instructionType = dictionary(
  'instruction_type',
  ['指令类型', 'Kind of instruction'],
  {
    property_set: ['属性设置', 'Set properties'],
    service: ['服务调用', 'Call a service'],
    raw: ['透传', 'Raw bytes'],
    read: ['属性读取', 'Read properties'],
  },
  sealed,
);

export const targetType = dictionary(
  'target_type',
  ['目标类型', 'Kind of target'],
  {
    device: ['指定设备', 'Named devices'],
    tag: ['标签', 'Tag'],
    model: ['整型号', 'Whole model'],
    area: ['区域', 'Region'],
    household: ['家庭', 'Homes'],
    excel: ['导入', 'Imported keys'],
  },
  sealed,
);

export const riskLevel = dictionary(
  'risk_level',
  ['风险等级', 'Risk'],
  { low: ['低', 'Low', 'grey'], high: ['高', 'High', 'red'] },
  sealed,
);

export const commandSource = dictionary(
  'command_source',
  ['指令来源', 'Source of the command'],
  {
    control: ['单台下发', 'Sent to one device'],
    task: ['指令任务', 'Task'],
    setting: ['设备设置', 'Settings'],
    undo: ['还原', 'Undo'],
    remote: ['远程处理', 'Remote remedy'],
    scene: ['场景', 'Scene'],
    product: ['系统', 'System'],
  },
  sealed,
);

export const iotTaskStatus = dictionary(
  'iot_task_status',
  ['任务状态', 'Task state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    review: ['待复核', 'To be approved', 'amber'],
    scheduled: ['已计划', 'Scheduled', 'blue'],
    running: ['执行中', 'Running', 'blue'],
    paused: ['已暂停', 'Paused', 'amber'],
    completed: ['已完成', 'Completed', 'green'],
    canceled: ['已取消', 'Canceled', 'grey'],
    aborted: ['已熔断', 'Aborted', 'red'],
  },
  sealed,
);

export const execStatus = dictionary(
  'exec_status',
  ['执行状态', 'State of execution'],
  {
    pending: ['待下发', 'To be sent', 'amber'],
    queued: ['离线排队', 'Waiting for the device', 'grey'],
    sent: ['已下发', 'Sent', 'blue'],
    delivered: ['已送达', 'Delivered', 'blue'],
    running: ['执行中', 'Running', 'blue'],
    success: ['成功', 'Success', 'green'],
    failed: ['失败', 'Failed', 'red'],
    timeout: ['超时', 'Timed out', 'amber'],
    expired: ['已过期', 'Expired', 'grey'],
    canceled: ['已取消', 'Canceled', 'grey'],
    skipped: ['已跳过', 'Skipped', 'grey'],
  },
  sealed,
);
