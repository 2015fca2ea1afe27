import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { asSent, call } from '#kernel/language/calls/call.ts';
import {
  anyNumber,
  anyText,
  anything,
  choice,
  list,
  map,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { connectConfig } from './connect-config.paper.ts';

export const protocolPacks = call(connectConfig, 'packs', {
  method: 'GET',
  needs: 'view',
  title: ['内置协议', 'Protocols of the product'],
  answer: list(record({ code: anyText, title: anyText, source: anyText, fields: anyNumber, samples: anyNumber })),
});

const values = map(anything('protocolPack'));

/**
 * Returns a configuration as a pack. It has the head without the address, fields and samples. Thing model (TSL),
 * connection model and mapping follow; without the right to see models they are empty. `modelId` names the model where
 * several have a mapping.
 */
export const exportPack = call(connectConfig, 'packs/export', {
  method: 'GET',
  needs: 'export',
  title: ['导出协议包', 'Export a protocol'],
  query: { keyId: id(['接入配置', 'Connection']), modelId: id(['物模型', 'Thing model']) },
  answer: record({
    schema: anyText,
    name: anyText,
    source: anyText,
    config: values,
    fields: list(values),
    samples: list(values),
    model: nullable(values),
    connection: nullable(values),
    mapping: list(values),
  }),
});

/**
 * Makes a configuration from a pack or a protocol of the product (`code`), with its thing model, connection model and
 * mapping. All parts are compared before one is written: `changes` has each of them. With `dry` nothing is written.
 * Without `replace`, nothing is written where a part that is stored would change. With it, the address of the
 * configuration stays, its other fields, samples, points and mappings are removed, and other attributes of the model
 * stay. It is refused while a sample breaks. `id` is null where nothing was written. `hasModels`: the person may write
 * models; otherwise the import brings the frames alone.
 */
export const importPack = call(connectConfig, 'packs/import', {
  method: 'POST',
  needs: 'add',
  title: ['导入协议', 'Configuration from a protocol'],
  body: {
    code: text(['协议', 'Protocol'], { max: 40 }),
    pack: asSent('protocolPack', ['协议包', 'Pack']),
    port: integer(['端口号', 'Port'], { required: true, min: '1', max: 65_535 }),
    dry: flag(['只比较', 'Only compare']),
    replace: flag(['覆盖已有的', 'Replace an existing one']),
  },
  answer: record({
    id: nullable(anyText),
    name: anyText,
    exists: yesOrNo,
    hasModels: yesOrNo,
    fields: anyNumber,
    samples: anyNumber,
    changes: list(
      record({
        of: choice('config', 'field', 'sample', 'model', 'attribute', 'connection', 'point', 'mapping'),
        name: anyText,
        change: choice('added', 'removed', 'changed', 'same'),
      }),
    ),
  }),
});
