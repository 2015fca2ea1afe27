import { integer } from '#kernel/fields/integer/integer.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { anyText, anything, list, map, nullable, optional, record } from '#kernel/language/calls/shape.ts';
import { paper } from '#kernel/language/paper.ts';
import { frameDirection } from '../../dictionaries.ts';
import { connectRights } from '../../rights.rules.ts';
import type { SampleMeaning } from './sample.rules.ts';

/**
 * A frame that a configuration must read in a certain way. While one of its samples breaks, a configuration is not
 * published.
 */
export const connectSample = paper('connectSample', {
  title: ['样例报文', 'Sample frame'],
  table: 'sys_device_connect_sample',
  path: 'blade-system/device/connect/sample',
  rights: connectRights,
  sight: 'shared',
  caption: 'name',
  order: { by: 'sort' },
  fields: {
    keyId: ref('connectConfig', ['接入配置', 'Connection'], { required: true, filter: 'exact' }),
    sort: integer(['排序', 'Order'], { list: true, initial: 1, max: 1_000_000 }),
    name: text(['样例名称', 'Name'], { required: true, list: true, max: 64 }),
    frame: longText(['报文', 'Frame'], { required: true, list: true, max: 12_288, example: 'AA5501' }),
    direction: dict(frameDirection, ['方向', 'Direction'], { list: true, initial: 'up' }),
    expect: structured<SampleMeaning>(['应解为', 'Must mean'], {
      shape: record({
        deviceId: optional(nullable(anyText)),
        props: optional(map(anything('deviceValue'))),
        events: optional(list(record({ name: anyText, value: anything('deviceValue') }))),
        messages: optional(list(anything('deviceValue'))),
      }),
      help: ['留空则按现在的解析结果填', 'Empty: as it is read now'],
    }),
    fault: text(['应拒绝为', 'Must be refused as'], {
      list: true,
      max: 20,
      example: 'CHECKSUM',
      help: ['坏帧样例：拒绝的代码', 'For a bad frame: the code of its refusal'],
    }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
});
