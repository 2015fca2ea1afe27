import { anyText, anything, record } from '#kernel/language/calls/shape.ts';

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
  // Range, words and parameters, whose structure the model defines.
  specs: anything,
  params: anything,
});
