import { anyText, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { parameterShape, specsShape } from '../../models/model-schema.rules.ts';

/** A property or service of a model, as commands use it. */
export const sendable = record({
  attrType: anyText,
  identifier: anyText,
  name: anyText,
  nameEn: anyText,
  dataType: anyText,
  unit: anyText,
  accessMode: anyText,
  risk: anyText,
  specs: nullable(specsShape),
  params: nullable(list(parameterShape)),
});
