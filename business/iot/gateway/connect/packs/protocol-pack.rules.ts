import type { Label } from '#kernel/language/label.ts';
import type { SchemaAttribute } from '../../../models/model-schema.rules.ts';
import type { FrameConfig, FrameField } from '../codec/frame-config.rules.ts';

/** A frame with its expected values. `source`: where the frame comes from. */
interface PackSample {
  readonly name: string;
  readonly source: string;
  readonly frame: string;
  readonly deviceId: string;
  readonly props: Readonly<Record<string, unknown>>;
}

/** A published protocol as a configuration with fields and samples. `source`: where its rules are published. */
export interface ProtocolPack {
  readonly code: string;
  readonly title: Label;
  readonly source: string;
  readonly config: FrameConfig;
  readonly fields: readonly FrameField[];
  readonly samples: readonly PackSample[];
  /** Fields of the frame that asks a meter for the data of the identifier `di`. */
  readonly request?: readonly FrameField[];
  readonly model: PackModel;
}

/** A thing model of a pack: its profile, and the properties that the fields of the same name become. */
interface PackModel {
  readonly modelCode: string;
  readonly modelName: string;
  readonly modelNameEn: string;
  readonly category: string;
  readonly properties: readonly SchemaAttribute[];
}

/** Return a property of a pack that is read only. */
export const packProperty = (
  identifier: string,
  [name, nameEn]: Label,
  dataType: string,
  more: Partial<SchemaAttribute> = {},
): SchemaAttribute => ({ attrType: 'property', identifier, name, nameEn, dataType, accessMode: 'r', ...more });

type Kind =
  | 'header'
  | 'timestamp'
  | 'length'
  | 'deviceId'
  | 'msgType'
  | 'property'
  | 'const'
  | 'reserved'
  | 'checksum'
  | 'footer';

/** Return a field of a pack; positions are bytes. */
export const packField = (
  deviceConnectConfigFieldType: Kind,
  startBit: number | null,
  endBit: number | null,
  more: Partial<FrameField> = {},
): FrameField => ({
  deviceConnectConfigFieldType,
  startBit,
  endBit,
  fieldName: null,
  iotFieldName: null,
  dataType: 'uint',
  byteOrder: 'ABCD',
  scale: null,
  shift: null,
  constValue: null,
  algorithm: null,
  ...more,
});
