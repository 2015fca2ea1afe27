import { relation } from '#kernel/server';
import { thingModel } from './thing-model.paper.ts';

/** Fields that statements of other rooms read. */
export const thingModelFacts = relation(thingModel, [
  'modelCode',
  'modelName',
  'modelNameEn',
  'category',
  'modelText',
  'reportIntervalSec',
]);
