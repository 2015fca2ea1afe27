import type { SchemaAttribute } from '../model-schema.rules.ts';
import { builtInCatalogue } from './catalogue.rules.ts';

/** With what a new model of a kind begins: what the built-in model of that kind says; nothing where there is none. */
export const templateOf = (category: string): readonly SchemaAttribute[] =>
  builtInCatalogue.find((model) => model.category === category)?.attributes ?? [];
