import type { Label } from '#kernel/language/label.ts';
import { compileFrames } from '../compile.rules.ts';
import { compileIdRule } from '../device-id.rules.ts';
import type { FrameConfig, FrameField } from '../frame-config.rules.ts';
import { bytesOf } from '../frame.rules.ts';
import { bitsOfUnit } from '../place.rules.ts';
import { dataTypeOf, fieldNameOf } from '../values/value-type.rules.ts';
import {
  type ConfigProblem,
  type FieldFinding,
  failure,
  compileFindings,
  problemsOfField,
  warning,
} from './field-problems.rules.ts';
import { type KnownSpan, knownSpans, scopeOf } from './spans.rules.ts';

export type { ConfigProblem } from './field-problems.rules.ts';

/** Data types by identifier, of the properties of a thing model. */
export type KnownIdentifiers = ReadonlyMap<string, string>;

/** Kinds that only name bytes which other fields read again. */
const AREAS = new Set(['reserved', 'payload']);
const NUMBER_TYPES = new Set(['int', 'long', 'float', 'double']);
const TEXT_TYPES = new Set(['text', 'ascii', 'gbk', 'hex']);

/** Can both fields be in one frame? Fields under different conditions are taken for alternatives. */
function areTogether(one: FrameField, other: FrameField): boolean {
  const [first, second] = [one.whenExpr?.trim() ?? '', other.whenExpr?.trim() ?? ''];
  return !first || !second || first === second;
}

function overlapsIn(spans: readonly KnownSpan[], fields: readonly FrameField[]): ConfigProblem[] {
  const solid = spans.filter(({ at }) => !AREAS.has(fields[at].deviceConnectConfigFieldType));
  return solid.flatMap((span, index) => {
    const other = solid
      .slice(0, index)
      .find(
        (one) =>
          one.side === span.side &&
          one.from <= span.to &&
          span.from <= one.to &&
          areTogether(fields[one.at], fields[span.at]),
      );
    if (!other) return [];
    const name = fieldNameOf(fields[other.at]);
    return [{ field: span.at, ...warning(`与 ${name} 重叠`, `It overlaps ${name}`) }];
  });
}

/** Return gaps between fields that count from the front. */
function gapsIn(spans: readonly KnownSpan[], config: FrameConfig): ConfigProblem[] {
  const { startBit, endBit, agreementVal } = config;
  const size = bitsOfUnit(config.positionUnit);
  const agreed: KnownSpan[] =
    agreementVal && startBit !== null && endBit !== null && startBit >= 0 && endBit >= startBit
      ? [{ at: -1, side: 'front', from: startBit * size, to: (endBit + 1) * size - 1 }]
      : [];
  const sorted = [...agreed, ...spans].filter(({ side }) => side === 'front').toSorted((a, b) => a.from - b.from);
  let after = 0;
  return sorted.flatMap(({ at, from, to }): ConfigProblem[] => {
    const gap = from - after;
    const first = after;
    after = Math.max(after, to + 1);
    if (gap <= 0 || at < 0) return [];
    const words: Label =
      gap % 8 || first % 8
        ? [`前面 ${gap} 位没有字段`, `No field reads the ${gap} bits before it`]
        : [`前面 ${gap / 8} 字节没有字段`, `No field reads the ${gap / 8} bytes before it`];
    return [{ field: at, words, level: 'info' }];
  });
}

function placeProblems(config: FrameConfig, fields: readonly FrameField[]): ConfigProblem[] {
  const scopes = knownSpans(config, fields);
  return [
    ...[...scopes.values()].flatMap((spans) => overlapsIn(spans, fields)),
    ...gapsIn(scopes.get('') ?? [], config),
  ];
}

/** Names that conditions and counts may use, of the fields before `at`. */
function namesBefore(fields: readonly FrameField[], at: number): ReadonlySet<string> {
  const names = new Set(['len', 'msgType']);
  for (const field of fields.slice(0, at)) {
    if (field.fieldName) names.add(field.fieldName);
    if (field.iotFieldName) names.add(field.iotFieldName);
    if (field.deviceConnectConfigFieldType === 'length') names.add('length');
  }
  return names;
}

/** Return what a field in a group, or with a tag, refers to without reason. `groups`: names of all groups. */
function structureProblems(
  { tag, repeatOf, deviceConnectConfigFieldType: kind }: FrameField,
  before: ReadonlySet<string>,
  of: { readonly groups: ReadonlySet<string>; readonly hasArea: boolean },
): FieldFinding[] {
  const isGroup = kind === 'repeat';
  const found: FieldFinding[] = [];
  if (isGroup && repeatOf && !before.has(repeatOf))
    found.push(failure(`没有次数字段 ${repeatOf}`, `There is no field ${repeatOf} with the count`));
  if (!isGroup && repeatOf && !of.groups.has(repeatOf))
    found.push(failure(`没有循环组 ${repeatOf}`, `There is no group ${repeatOf}`));
  if (tag && !of.hasArea) found.push(failure('有标签的字段须有 TLV 区', 'A field with a tag needs a TLV area'));
  return found;
}

/** Return names that a field uses although no field before it has them. */
function referenceProblems(fields: readonly FrameField[]): ConfigProblem[] {
  const hasArea = fields.some((field) => field.deviceConnectConfigFieldType === 'tlv');
  const groups = new Set(
    fields.flatMap((field) => (field.deviceConnectConfigFieldType === 'repeat' ? fieldNameOf(field) : [])),
  );
  return fields.flatMap((field, at): ConfigProblem[] => {
    const before = namesBefore(fields, at);
    const used = /^\s*([\w$]+)\s*(?:=|!=|<>|in\b)/.exec(field.whenExpr ?? '')?.[1];
    const missing =
      used && !before.has(used)
        ? [warning(`条件里的 ${used} 不在前面的字段中`, `No field before it has the name ${used} of its condition`)]
        : [];
    return [...missing, ...structureProblems(field, before, { groups, hasArea })].map((one) => ({ field: at, ...one }));
  });
}

/** Return fields that store the same property in one frame, and identifiers that the model does not have. */
function identifierProblems(fields: readonly FrameField[], known: KnownIdentifiers | null): ConfigProblem[] {
  return fields.flatMap((field, at): ConfigProblem[] => {
    const { iotFieldName: name } = field;
    if (!name || field.deviceConnectConfigFieldType !== 'property') return [];
    const found: FieldFinding[] = [];
    const isTwice = fields
      .slice(0, at)
      .some(
        (one) =>
          one.iotFieldName === name &&
          one.deviceConnectConfigFieldType === 'property' &&
          scopeOf(one) === scopeOf(field) &&
          areTogether(one, field),
      );
    if (isTwice) found.push(warning(`${name} 重复`, `${name} is there twice`));
    const type = known?.get(name);
    if (known && type === undefined) found.push(warning(`物模型没有 ${name}`, `The thing model has no ${name}`));
    if (type && NUMBER_TYPES.has(type) && TEXT_TYPES.has(dataTypeOf(field)))
      found.push(warning(`${name} 在物模型中是数`, `${name} is a number in the thing model`));
    return found.map((one) => ({ field: at, ...one }));
  });
}

function agreementProblems({ agreementVal, startBit, endBit, positionUnit }: FrameConfig): FieldFinding[] {
  if (!agreementVal || startBit === null || endBit === null || startBit < 0 !== endBit < 0) return [];
  const bits = (endBit - startBit + 1) * bitsOfUnit(positionUnit);
  return agreementVal
    .split('|')
    .filter((one) => one.replaceAll(/0x|[^\da-f]/gi, '').length * 4 !== bits)
    .map((one) =>
      failure(`协议标识值 ${one} 与起止位不一样长`, `The protocol value ${one} is not as long as its position`),
    );
}

/** Return problems of the configuration itself. */
function problemsOfHead(config: FrameConfig, fields: readonly FrameField[]): FieldFinding[] {
  const sources = config.deviceIdRule.split('||').map((part) => part.trim().split(':')[0]);
  const needsId = sources.every((source) => source === 'field');
  const hasId = fields.some((field) => field.deviceConnectConfigFieldType === 'deviceId');
  const isBinary = config.deviceConnectFormat === 'hex';
  return [
    ...compileFindings(() => compileIdRule(config.deviceIdRule)),
    ...(needsId && !hasId ? [warning('没有设备标识字段', 'No field is the id of the device')] : []),
    ...(isBinary ? compileFindings(() => bitsOfUnit(config.positionUnit)) : []),
    ...(isBinary && config.leadByte ? compileFindings(() => bytesOf(config.leadByte ?? '')) : []),
    ...(isBinary ? agreementProblems(config) : []),
  ];
}

/**
 * Return the problems of a configuration and its fields, which are in order. With an `error` it cannot run; the other
 * ones are no refusals. `known`: properties of the thing model, where one is chosen.
 */
export function configProblems(
  config: FrameConfig,
  fields: readonly FrameField[],
  known: KnownIdentifiers | null = null,
): ConfigProblem[] {
  const head = problemsOfHead(config, fields).map((one): ConfigProblem => ({ field: null, ...one }));
  const own = fields.flatMap((field, at) =>
    problemsOfField(field, config).map((one): ConfigProblem => ({ field: at, ...one })),
  );
  const isBinary = config.deviceConnectFormat === 'hex';
  const isReadable = !head.some(({ level }) => level === 'error');
  const found = [
    ...head,
    ...own,
    ...(isBinary && isReadable ? [...placeProblems(config, fields), ...referenceProblems(fields)] : []),
    ...identifierProblems(fields, known),
  ];
  // The whole is compiled last: its fault is named only where no field explains it.
  const rest = found.some(({ level }) => level === 'error') ? [] : compileFindings(() => compileFrames(config, fields));
  return [...found, ...rest.map((one): ConfigProblem => ({ field: null, ...one }))];
}
