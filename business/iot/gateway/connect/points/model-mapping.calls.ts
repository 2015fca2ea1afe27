import { id } from '#kernel/fields/ref/ref.ts';
import { asSent, call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, either, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { modelMapping } from './model-mapping.paper.ts';

const mapped = nullable(either(anyText, anyNumber, yesOrNo));

/** Convert a raw value by a stored mapping. `steps` are the values after each rule; a null value is dropped. */
export const tryMapping = call(modelMapping, 'test', {
  method: 'POST',
  needs: 'view',
  title: ['试算数据映射', 'Try a data mapping'],
  body: {
    raw: asSent('deviceValue', ['原始值', 'Raw value'], { required: true }),
    id: id(['数据映射配置', 'Data mapping']),
  },
  answer: record({ value: mapped, steps: list(record({ rule: anyText, value: mapped })) }),
});
