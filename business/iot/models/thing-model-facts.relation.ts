import { relation } from '#kernel/server';
import { thingModel } from './thing-model.paper.ts';

/** Columns of thing models that other rooms may read in their SQL. */
export const thingModelFacts = relation(thingModel, [
  'modelCode',
  'modelName',
  'modelNameEn',
  'category',
  'modelText',
  'reportIntervalSec',
]);
