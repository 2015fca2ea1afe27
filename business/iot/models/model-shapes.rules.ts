import {
  type AnswerOf,
  type AnswerShape,
  anyNumber,
  anyText,
  anything,
  choice,
  either,
  list,
  map,
  named,
  nullable,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import type { AttributeParameter, SchemaAttribute, Specs } from './model-schema.rules.ts';

/** Words of a value; a text alone is Chinese. */
const words = either(anyText, record({ zh: optional(anyText), en: optional(anyText), troubleCode: optional(anyText) }));
const number = optional(either(anyNumber, anyText));
const maybeText = optional(nullable(anyText));
const maybeNumber = optional(nullable(anyNumber));
const maybeFlag = optional(nullable(yesOrNo));

/** The shape of `Specs`. */
export const specsShape: AnswerShape<Specs> = named('attributeSpecs', () =>
  record({
    min: number,
    max: number,
    step: number,
    precision: number,
    trueText: optional(words),
    falseText: optional(words),
    items: optional(map(words)),
    bits: optional(map(words)),
    maxLength: number,
    format: optional(anyText),
    size: number,
    item: optional(record({ dataType: anyText, specs: optional(specsShape) })),
    fields: optional(list(parameterShape)),
    coord: optional(anyText),
    maxSize: number,
    ext: optional(map(anything('extension'))),
  }),
) as AnswerShape<Specs>;

/** The shape of `AttributeParameter`. */
export const parameterShape: AnswerShape<AttributeParameter> = named('attributeParameter', () =>
  record({
    identifier: anyText,
    name: anyText,
    nameEn: maybeText,
    dataType: anyText,
    specs: optional(nullable(specsShape)),
    direction: optional(nullable(choice('in', 'out'))),
    required: maybeFlag,
  }),
) as AnswerShape<AttributeParameter>;

const attributeParts = {
  identifier: anyText,
  name: anyText,
  nameEn: maybeText,
  unit: maybeText,
  accessMode: maybeText,
  reportMode: maybeText,
  deadband: maybeText,
  maxSilentSec: maybeNumber,
  maxRate: maybeText,
  storage: maybeText,
  aggregation: maybeText,
  counterWrap: maybeText,
  required: maybeFlag,
  screen: maybeFlag,
  chart: maybeFlag,
  alarmable: maybeFlag,
  setting: maybeFlag,
  eventLevel: maybeText,
  params: optional(nullable(list(parameterShape))),
  callMode: maybeText,
  timeoutSec: maybeNumber,
  remark: maybeText,
  risk: maybeText,
};

/** The shape of `SchemaAttribute`. */
export const attributeShape: AnswerShape<SchemaAttribute> = named('schemaAttribute', () =>
  record({
    ...attributeParts,
    propNo: maybeNumber,
    attrType: anyText,
    dataType: maybeText,
    specs: optional(nullable(specsShape)),
    sort: maybeNumber,
  }),
) as AnswerShape<SchemaAttribute>;

const tslParts = {
  ...attributeParts,
  dataType: optional(record({ type: optional(nullable(anyText)), specs: specsShape })),
};

/** An attribute of a model as TSL writes it. */
export const tslAttribute = named('tslAttribute', () => record(tslParts));
export type TslAttribute = AnswerOf<typeof tslAttribute>;
