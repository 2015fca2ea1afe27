import type { Label } from '#kernel/language/label.ts';

/** Reasons for which a part of a call may be any JSON. The document names the reason at each such part. */
export const freeJson = {
  apiDocument: ['OpenAPI 文档', 'An OpenAPI document'],
  columnValue: ['任一字段的值，由字段的类型决定', 'The value of any field, of the type that the field has'],
  deviceMessage: ['设备发来的内容', 'As the device sent it'],
  deviceValue: [
    '属性或参数的值，由物模型决定',
    'The value of a property or parameter, of the type that its thing model has',
  ],
  extension: ['其他系统登记的扩展', 'Extensions that other systems register'],
  flowVariable: ['流程变量，由流程图决定', 'Variables that the drawing of a process defines'],
  frameRule: [
    '分帧、应答或心跳的规则，由报文格式决定',
    'A rule of framing, answers or heartbeats, by the format of frames',
  ],
  foreignMessage: ['其他系统的报文', 'A message of another system'],
  importedModel: ['导入的物模型或其文本', 'A thing model to import, or its text'],
  jobResult: ['后台任务的结果，由任务种类决定', 'The result of a job, which its kind defines'],
  knownRow: ['一行数据，由所属单据决定', 'A row of the document that the answer names'],
  protocolPack: ['一个协议包或其文本', 'A protocol as one JSON, or its text'],
  reportedErrors: ['浏览器报告的错误', 'Errors that a browser reports'],
  screenState: ['客户端保存的页面设置', 'Settings of a page that its client stores'],
  templateValues: ['短信模板的变量值：对象或其文本', 'Values of the variables of a template: an object, or its text'],
  unsavedForm: ['未保存的表单内容', 'Content of a form that is not saved'],
  webAuthn: ['WebAuthn 定义的内容', 'As WebAuthn defines it'],
} as const satisfies Readonly<Record<string, Label>>;

/** A reason for which a part may be any JSON. */
export type FreeJson = keyof typeof freeJson;
