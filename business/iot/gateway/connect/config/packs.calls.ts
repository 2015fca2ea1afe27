import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, choice, list, nullable, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { connectConfig } from './connect-config.paper.ts';

export const protocolPacks = call(connectConfig, 'packs', {
  method: 'GET',
  needs: 'view',
  title: ['内置协议', 'Protocols of the product'],
  answer: list(record({ code: anyText, title: anyText, source: anyText, fields: anyNumber, samples: anyNumber })),
});

/**
 * Makes a configuration with fields and samples from a protocol. With `replace`, one of the same name is brought up to
 * date: its address stays, its other fields and samples are removed. It is refused while a sample breaks. `changes` are
 * the differences; with `dry` nothing is written. `id` is null where nothing was written.
 */
export const importPack = call(connectConfig, 'packs/import', {
  method: 'POST',
  needs: 'add',
  title: ['导入协议', 'Configuration from a protocol'],
  body: {
    code: text(['协议', 'Protocol'], { required: true, max: 40 }),
    port: integer(['端口号', 'Port'], { required: true, min: '1', max: 65_535 }),
    dry: flag(['只比较', 'Only compare']),
    replace: flag(['覆盖已有的', 'Replace an existing one']),
  },
  answer: record({
    id: nullable(anyText),
    name: anyText,
    exists: yesOrNo,
    fields: anyNumber,
    samples: anyNumber,
    changes: list(
      record({ of: choice('config', 'field', 'sample'), name: anyText, change: choice('added', 'removed', 'changed') }),
    ),
  }),
});
