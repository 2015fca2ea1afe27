import type { Label } from '#kernel/language/label.ts';

const WORDS: Readonly<Record<string, Label>> = {
  name: ['名称', 'Name'],
  category: ['流程分类', 'Category'],
  papers: ['管哪些单据', 'Documents that it governs'],
  starters: ['谁可以发起', 'Who may start it'],
  startFields: ['发起时可填', 'Asked for at the start'],
  type: ['类型', 'Type'],
  condition: ['条件', 'Condition'],
  source: ['起点', 'From'],
  target: ['终点', 'To'],
  assignment: ['谁来办', 'Who'],
  formKey: ['表单', 'Form'],
  dueDate: ['到期时间', 'Due date'],
  priority: ['优先级', 'Priority'],
  timeout: ['期限', 'Due'],
  fields: ['字段权限', 'Rights of fields'],
  buttons: ['按钮', 'Buttons'],
  copyTo: ['抄送', 'Copies'],
  defaultFlow: ['默认连线', 'Default flow'],
  service: ['服务', 'Service'],
  inputs: ['输入', 'Inputs'],
  events: ['事件', 'Events'],
  loop: ['多实例', 'Several instances'],
  outcome: ['结果', 'Outcome'],
  onEnter: ['走到时', 'When reached'],
  onComplete: ['办完时', 'When done'],
  documentation: ['说明', 'Notes'],
  script: ['脚本', 'Script'],
  calledProcess: ['调用的流程', 'Called process'],
  initiatorVariable: ['发起人变量', 'Variable of who starts'],
  attachedTo: ['附着于', 'Stands on'],
  interrupting: ['中断', 'Interrupts'],
};

/** Return the label of an element's attribute. */
export const attributeWord = (name: string): Label => WORDS[name] ?? [name, name];
