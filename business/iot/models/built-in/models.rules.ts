import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { energyKind } from '#business/platform/dictionaries.ts';
import type { nodeType, thingCategory } from '../../devices/dictionaries.ts';
import type { SchemaAttribute } from '../model-schema.rules.ts';

/** A thing model that ships with the product. */
export interface BuiltInModel {
  readonly modelCode: string;
  readonly modelName: string;
  readonly modelNameEn: string;
  readonly modelText?: string;
  readonly category: KeyOf<typeof thingCategory>;
  readonly nodeType: KeyOf<typeof nodeType>;
  readonly energyKind: KeyOf<typeof energyKind>;
  readonly filters?: readonly Readonly<Record<string, unknown>>[];
  readonly attributes: readonly SchemaAttribute[];
}
