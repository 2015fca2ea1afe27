import type { Label } from '#kernel/language/label.ts';
import { no, refusals } from '#kernel/language/refusal.ts';

/** All refusals of processes, in words for people. */
export const refuse = refusals('workflow', {
  noInstance: no(404, ['流程实例不存在', 'There is no such process instance']),
  noTask: no(404, ['任务不存在', 'There is no such task']),
  noDefinition: no(404, ['流程定义不存在', 'There is no such process definition']),
  noDeployment: no(404, ['流程部署不存在', 'There is no such deployment']),
  taskDone: no(409, (about: { by: string; at: string }) => [
    `任务已由${about.by || '系统'}于 ${about.at} 处理`,
    `${about.by || 'The product'} has done this task at ${about.at}`,
  ]),
  taskClaimed: no(409, (about: { by: string }) => [
    `任务已被${about.by}签收`,
    `${about.by} has claimed this task already`,
  ]),
  notYourTask: no(403, (about: { waitingFor: string }) => [
    `该任务正在等待${about.waitingFor || '他人'}处理`,
    `This task waits for ${about.waitingFor || 'somebody else'}`,
  ]),
  suspended: no(409, ['流程已挂起，激活后再处理', 'The process is suspended: go on when it is activated again']),
  definitionSuspended: no(409, ['流程定义已挂起，不能发起', 'The process is suspended: no new ones can be started']),
  errorEnd: no(409, (about: { code: string }) => [
    `流程以错误 ${about.code || '（无代码）'} 结束，本次操作未保存`,
    `The process ended in the error ${about.code || '(no code)'}: nothing was kept`,
  ]),
  closedVariables: no(400, (about: { names: string }) => [
    `流程没有让这里填写：${about.names}`,
    `The process leaves these variables to nobody here: ${about.names}`,
  ]),
  noFlow: no(409, (about: { node: string }) => [
    `节点 ${about.node} 没有满足条件的出口，请联系流程管理员`,
    `No way out of ${about.node} is open: ask who keeps the process`,
  ]),
  expression: no(409, (about: { what: string }) => [
    `流程表达式无法计算：${about.what}`,
    `An expression of the process cannot be worked out: ${about.what}`,
  ]),
  limit: no(409, (about: { what: string }) => [
    `流程超出上限：${about.what}`,
    `The process exceeds a limit: ${about.what}`,
  ]),
  notHere: no(409, ['当前节点不支持此操作', 'That cannot be done here']),
  noProcess: no(409, (about: { key: string }) => [
    `没有可用的流程 ${about.key}`,
    `There is no process ${about.key} that could be started`,
  ]),
  noService: no(409, (about: { name: string }) => [
    `流程调用了未登记的服务 ${about.name}`,
    `The process calls a service that nobody registered: ${about.name}`,
  ]),
  noCustomer: no(409, (about: { customer: string }) => [
    `流程要通知的客户不存在：${about.customer || '（空）'}`,
    `The process would tell a customer who is not there: ${about.customer || '(empty)'}`,
  ]),
  noScene: no(409, (about: { scene: string }) => [
    `流程用了不能使用的短信场景：${about.scene || '（空）'}`,
    `The process names a scene of messages that it cannot use: ${about.scene || '(empty)'}`,
  ]),
  timer: no(409, (about: { what: string }) => [
    `定时设置无法识别：${about.what}`,
    `A timer cannot be read: ${about.what}`,
  ]),
  instanceOver: no(409, ['流程已结束', 'The process is over']),
  instancesRun: no(409, (about: { n: number }) => [
    `还有 ${about.n} 个流程实例在运行，不能删除`,
    `${about.n} instances still run: it cannot be deleted`,
  ]),
  reasonNeeded: no(400, ['请填写原因', 'Say why']),
  unreadableFile: no(400, (about: { what: string }) => [
    `流程文件无法部署：${about.what}`,
    `The process file cannot be deployed: ${about.what}`,
  ]),
  drawingTooLarge: no(400, [
    '流程图太大，无法在限定时间内检查',
    'The drawing is too large to be checked in the time that there is',
  ]),
  noFile: no(400, ['请选择流程文件', 'Choose a process file']),
  fileName: no(400, ['请上传 .bpmn20.xml 或 .bpmn 文件', 'Upload a file that ends in .bpmn20.xml or .bpmn']),
  unknownCategory: no(400, ['没有这个流程分类', 'There is no such category of processes']),
  drawnCategory: no(400, (about: { category: string }) => [
    `流程图写明的分类是 ${about.category}，请部署到该分类`,
    `The drawing names the category ${about.category}: deploy it there`,
  ]),
  mayNotStart: no(403, (about: { name: string }) => [
    `你不能发起流程“${about.name}”`,
    `You may not start the process “${about.name}”`,
  ]),
  otherPaper: no(409, (about: { name: string; papers: Label }) => [
    `流程“${about.name}”只用于：${about.papers[0]}`,
    `The process “${about.name}” is only for: ${about.papers[1]}`,
  ]),
  noApprovalRight: no(403, (about: { names: string }) => [
    `${about.names || '该人员'}没有审批该单据的权限`,
    `${about.names || 'This person'} has no right to approve this document`,
  ]),
  unknownState: no(400, ['state 须为 active 或 suspend', 'state is active or suspend']),
  foreignCompanies: no(403, [
    '只有平台管理员可以部署到全部或其他租户',
    'Only the platform may deploy to all or to other companies',
  ]),
  leaveOfTechnician: no(409, ['技师请假请使用请假单', 'Technicians ask for leave by the leave request of after-sales']),
  leaveReversed: no(400, ['结束时间须晚于开始时间', 'The end must lie after the beginning']),
  noSuchPerson: no(400, ['审批人不存在或已停用', 'There is no such approver']),
  ownTask: no(400, ['不能转给自己', 'Not to oneself']),
  otherCategory: no(409, ['该流程不用于请假', 'This process is not for leaves']),
  ownCase: no(403, ['发起人不能审批自己发起的流程', 'Whoever started a case does not decide it']),
  notVisited: no(409, ['只能退回到已经过的节点', 'A task is returned to a node that was visited']),
  unknownPosition: no(400, ['加签方式须为 before、parallel 或 after', 'A position is before, parallel or after']),
  notOffered: no(409, ['该节点不允许此操作', 'This step does not allow that']),
  notPartOfIt: no(403, ['只有发起人和经办人可以抄送', 'Only who started it or has a task of it sends copies']),
  signsAlready: no(409, (about: { names: string }) => [
    `${about.names}已在此处审批，不能重复加签`,
    `${about.names} signs here already`,
  ]),
  noSigner: no(409, ['没有可减去的加签人', 'None of them signs here']),
  tooLate: no(409, ['后续任务已处理，不能撤回', 'A later task was done already: it cannot be taken back']),
  alreadySeen: no(409, ['下一处理人已查看，不能取回', 'Who comes next has seen it: it cannot be taken back']),
  notYours: no(403, ['只有发起人可以进行此操作', 'Only who started it may do this']),
  urgedAlready: no(409, (about: { minutes: number }) => [
    `${about.minutes} 分钟内已催办过，请稍后再试`,
    `Reminded within ${about.minutes} minutes already: try again later`,
  ]),
  nothingToChange: no(400, ['这个任务没有可以修改的单据', 'This task has no document that could be changed']),
  ungoverned: no(400, ['该单据不能由流程审批', 'No process can govern this document']),
  notBound: no(409, (about: { title: Label }) => [
    `没有适用于该${about.title[0]}的审批流程，请直接审批`,
    `No process is bound to this ${about.title[1].toLowerCase()}: approve it as it is`,
  ]),
  sendFirst: no(409, (about: { title: string }) => [
    `该单据须经流程“${about.title}”审批，请先提交审批`,
    `The process “${about.title}” judges this document: send it for approval`,
  ]),
  chooseOne: no(400, ['请给出流程实例或流程定义', 'Name an instance or a definition']),
});
