import type { Label } from '#kernel/language/label.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { propertyWords } from '../../values/value-words.rules.ts';
import type { CompiledRule } from '../engine/compile-rule.rules.ts';
import type { PropertyValues } from '../engine/condition.rules.ts';

/** Finds the attribute of a model by its identifier; undefined: the model has none. */
export type AttributeOf = (identifier: string) => SchemaAttribute | undefined;

const MAX_SHOWN = 4;

/** Return the title of an alarm: of its trouble code, otherwise of its rule. */
export function alarmTitle({ of }: CompiledRule): Label {
  const { code } = of;
  return code
    ? [`${code.code} ${code.name}`, `${code.code} ${code.nameEn || code.name}`]
    : [of.ruleName, of.ruleNameEn || of.ruleName];
}

const withUnit = (text: string, one: SchemaAttribute): string =>
  one.unit && one.unit !== '-' ? `${text} ${one.unit}` : text;

function valueWords(one: SchemaAttribute, value: unknown): Label {
  const [zh, en] = propertyWords(one, value);
  return [withUnit(zh, one), withUnit(en, one)];
}

function templateWords(template: string, language: 0 | 1, attributeOf: AttributeOf, values: PropertyValues): string {
  return template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const one = attributeOf(name);
    if (values[name] === undefined) return '—';
    return one ? propertyWords(one, values[name])[language] : String(values[name]);
  });
}

/**
 * Return the values that caused an alarm as text: by the template of the level, or the first properties of the rule.
 */
export function alarmDetail(
  rule: CompiledRule,
  level: number,
  attributeOf: AttributeOf,
  values: PropertyValues,
): Label {
  const template = rule.levels[level].detail;
  if (template[0])
    return [templateWords(template[0], 0, attributeOf, values), templateWords(template[1], 1, attributeOf, values)];
  const parts = rule.properties.slice(0, MAX_SHOWN).flatMap((name): Label[] => {
    const one = attributeOf(name);
    if (!one || values[name] === undefined) return [];
    const [zh, en] = valueWords(one, values[name]);
    return [[`${one.name} ${zh}`, `${one.nameEn ?? one.name} ${en}`]];
  });
  return [parts.map(([zh]) => zh).join('，'), parts.map(([, en]) => en).join(', ')];
}
