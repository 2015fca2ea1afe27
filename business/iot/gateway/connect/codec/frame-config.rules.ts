/** The stored configuration of the frames of one make of devices, as the codec reads it. */
export interface FrameConfig {
  readonly deviceConnectFormat: string;
  readonly positionUnit: string | null;
  readonly deviceIdRule: string;
  readonly agreementKey: string | null;
  readonly agreementVal: string | null;
  readonly startBit: number | null;
  readonly endBit: number | null;
  readonly byteOrder?: string | null;
  readonly charset?: string | null;
  readonly timezone?: string | null;
  /** A byte in hex that may stand any number of times before a frame, such as FE of meters. */
  readonly leadByte?: string | null;
  /** A sum added to each byte of an area, undone when frames are encoded. */
  readonly transform?: FrameTransform | null;
  /** How the text of an ASCII frame is parted. */
  readonly textShape?: TextShape | null;
}

/** `add` is added to each byte from `from` to `to`, positions in bytes; negative ones count from the end. */
export interface FrameTransform {
  readonly add: number;
  readonly from: number;
  readonly to: number;
}

/** `kv`: pairs such as `a=1,b=2`; `csv`: columns by number from 0; `columns`: positions in characters. */
export interface TextShape {
  readonly kind: 'kv' | 'csv' | 'columns';
  /** Separator of pairs or columns; a comma without it. */ readonly pairs?: string;
  /** Separator of a key from its value; an equals sign without it. */ readonly equals?: string;
}

/** The stored configuration of one field of a frame. Absent and null mean the same. */
export interface FrameField {
  readonly deviceConnectConfigFieldType: string;
  readonly fieldName: string | null;
  readonly iotFieldName: string | null;
  readonly startBit: number | null;
  readonly endBit: number | null;
  readonly dataType: string | null;
  readonly byteOrder: string | null;
  readonly scale: string | null;
  readonly shift: string | null;
  readonly constValue: string | null;
  readonly algorithm: string | null;
  /** Decimals to which a value is rounded. */
  readonly precision?: number | null;
  /** Words by raw value: `{"0":"heat","1":"cool"}`. */
  readonly enumMap?: Readonly<Record<string, unknown>> | null;
  /** Names of single bits by their number from the lowest: `{"0":"pump","3":"fan"}`. */
  readonly bits?: Readonly<Record<string, string>> | null;
  /** Raw values that mean absent, in hex, parted by commas. */
  readonly invalidValues?: string | null;
  readonly whenExpr?: string | null;
  readonly optional?: boolean | null;
  /** Is the highest bit of a BCD number its sign? */
  readonly signBit?: boolean | null;
  readonly coverStart?: number | null;
  readonly coverEnd?: number | null;
  readonly lengthExcludes?: number | null;
  readonly tagBytes?: number | null;
  readonly lenBytes?: number | null;
  /** Lengths in bytes by tag, in hex, where items carry none: `{"01":1}`. */
  readonly lenOf?: Readonly<Record<string, number>> | null;
  /** Tag of an item of the TLV area in hex; the positions of such a field count inside the item. */
  readonly tag?: string | null;
  /** Name of the field with the number of repetitions (of a `repeat`), or of the `repeat` that a field belongs to. */
  readonly repeatOf?: string | null;
  readonly direction?: string | null;
  readonly sort?: number | null;
}

/** Sources of the id of a device outside the frame. `topic` is whole; a rule names one level of it. */
export interface FrameOrigin {
  readonly clientId?: string;
  readonly username?: string;
  readonly ip?: string;
  readonly port?: number;
  readonly topic?: string;
  readonly cert?: string;
  /** Id of the login frame of this connection. */
  readonly login?: string;
}

export interface FrameEvent {
  readonly name: string;
  readonly value: unknown;
}

/** An item of a repeated group with a device id of its own. */
export interface FrameMessage {
  readonly deviceId: string;
  readonly props: Record<string, unknown>;
  readonly events: readonly FrameEvent[];
}

/** A decoded frame. `ts` in milliseconds. `unknown`: tags of skipped items. */
export interface DecodedFrame {
  readonly deviceId: string | null;
  readonly msgType: string | null;
  readonly msgId: number | string | null;
  readonly ts: number | null;
  readonly props: Record<string, unknown>;
  readonly events: readonly FrameEvent[];
  readonly messages?: readonly FrameMessage[];
  readonly unknown: readonly number[];
}

/** A compiled configuration. */
export interface Codec {
  /** Does the frame carry the agreement value? Nothing else is checked. */
  matches(bytes: Uint8Array): boolean;
  /** Decode a frame; throw `FrameFault` if it does not fit. */
  decode(bytes: Uint8Array, origin?: FrameOrigin): DecodedFrame;
  /** Encode values by the fields whose direction is `down` or `both`; throw `FrameFault` if one does not fit. */
  encode(values: Readonly<Record<string, unknown>>): Uint8Array;
}
