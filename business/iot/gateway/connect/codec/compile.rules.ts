import { type TracingCodec, compileBinary } from './binary.rules.ts';
import type { FrameConfig, FrameField } from './frame-config.rules.ts';
import { FrameFault } from './frame.rules.ts';
import { compileJson } from './json.rules.ts';
import { compileText } from './text-frame.rules.ts';

/** Most fields of a configuration. */
export const MAX_FIELDS = 500;

/** Names that would change an object instead of being stored in it. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Compile a configuration and its fields, in the order of `sort`, into a codec. Throw `FrameFault` with code `CONFIG` if
 * it cannot be compiled.
 */
export function compileFrames(config: FrameConfig, fields: readonly FrameField[]): TracingCodec {
  if (fields.length > MAX_FIELDS)
    throw new FrameFault([`字段不能超过${MAX_FIELDS}个`, `At most ${MAX_FIELDS} fields`], 'CONFIG');
  for (const { fieldName, iotFieldName, bits } of fields)
    for (const name of [fieldName, iotFieldName, ...Object.values(bits ?? {})])
      if (name && RESERVED.has(name))
        throw new FrameFault([`名称不可用:${name}`, `This name is reserved: ${name}`], 'CONFIG');
  if (config.deviceConnectFormat === 'json') return compileJson(config, fields);
  if (config.deviceConnectFormat === 'ascii' && config.textShape) return compileText(config, fields, config.textShape);
  return compileBinary(config, fields);
}
