import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import type { Label } from '#kernel/language/label.ts';
import { paper } from '#kernel/language/paper.ts';
import {
  type CommandContent,
  type Verification,
  contentShape,
  verificationShape,
} from '../content/command-content.rules.ts';
import { instructionType, riskLevel } from '../dictionaries.ts';
import { instructionRights } from '../rights.rules.ts';
import { anyText, list } from '#kernel/language/calls/shape.ts';

/** A prepared instruction to devices of a model: its content, limits of time, retries and risk. */
export const instruction = paper('instruction', {
  title: ['指令配置', 'Instruction'],
  table: 'iot_instruction_config',
  path: 'iot/instruction-task-config',
  habit: 'rest',
  wireNames: { modelName: 'modelId' },
  rights: instructionRights,
  sight: 'shared',
  caption: 'instructionName',
  hint: ['instructionCode'],
  search: ['instructionName', 'instructionCode'],
  fields: {
    instructionName: text(['指令名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    instructionCode: text(['指令编码', 'Code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'exact',
      max: 50,
      example: 'code#',
    }),
    modelId: ref('thingModel', ['物模型', 'Thing model'], { required: true, list: true, filter: 'exact' }),
    instructionType: dict(instructionType, ['指令类型', 'Kind'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'property_set',
    }),
    content: structured<CommandContent, { required: true; wide: true; example: string; help: Label }>(
      ['内容', 'Content'],
      {
        required: true,
        wide: true,
        shape: contentShape,
        example: '{"set":{"value1":1}}',
        help: [
          '设置属性、调用服务、读取属性、透传字节，四者之一',
          'One of: set properties, call a service, read properties, raw bytes',
        ],
      },
    ),
    paramForm: structured<readonly string[], { rows: true; help: Label }>(
      ['可改参数', 'Parameters that may be changed'],
      {
        rows: true,
        shape: list(anyText),
        help: ['建任务的人可以改这些值', 'Values that the author of a task may change'],
      },
    ),
    timeoutSec: integer(['超时（秒）', 'Timeout (s)'], { initial: 30, max: 3600 }),
    maxRetry: integer(['重试次数', 'Retries'], { initial: 2, max: 10 }),
    waitOnline: flag(['离线时等待', 'Wait while the device is away'], { list: true, initial: false }),
    expireMin: integer(['有效期（分钟）', 'Expires after (min)'], { initial: 1440, max: 43_200 }),
    verify: structured<Verification>(['执行后核对', 'Check afterwards'], {
      wide: true,
      shape: verificationShape,
      help: ['属性、比较方式、值和时限（秒）', 'Property, comparison, value and seconds'],
      example: '{"prop":"value1","op":"eq","value":1,"withinSec":60}',
    }),
    needConfirm: flag(['二次确认', 'Confirm before sending'], { initial: false }),
    riskLevel: dict(riskLevel, ['风险等级', 'Risk'], {
      list: true,
      filter: 'exact',
      initial: 'low',
      help: ['不低于所用功能的风险', 'Never below the risk of the attributes that it uses'],
    }),
    enabled: flag(['启用', 'Enabled'], { list: true, filter: 'exact', initial: true }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['指令', 'Instruction'],
      fields: ['instructionName', 'instructionCode', 'modelId', 'instructionType', 'content', 'paramForm', 'riskLevel'],
    },
    {
      label: ['执行', 'Execution'],
      fields: ['timeoutSec', 'maxRetry', 'waitOnline', 'expireMin', 'verify', 'needConfirm', 'enabled', 'remark'],
    },
  ],
  card: ['instructionName', 'instructionCode', 'modelId', 'instructionType', 'riskLevel', 'enabled'],
  columns: ['instructionName', 'instructionCode', 'modelId', 'instructionType', 'riskLevel', 'waitOnline', 'enabled'],
  menu: { group: 'iot-commands', icon: 'zap', path: '/iot/instruction', sort: 10 },
});
