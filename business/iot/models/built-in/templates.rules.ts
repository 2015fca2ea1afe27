import type { SchemaAttribute } from '../model-schema.rules.ts';
import { builtInCatalogue } from './catalogue.rules.ts';

/**
 * Return the attributes with which a new model of a category starts: those of the built-in model; empty if there is
 * none.
 */
export const templateOf = (category: string): readonly SchemaAttribute[] =>
  builtInCatalogue.find((model) => model.category === category)?.attributes ?? [];
