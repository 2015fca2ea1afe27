/** Area of a Modbus unit: 0 coils, 1 inputs, 3 input registers, 4 holding registers. */
export type Area = 0 | 1 | 3 | 4;

/** Registers or bits to read, by their number on the wire. */
export interface ReadRequest {
  readonly area: Area;
  readonly register: number;
  readonly count: number;
}

/** Words or bits (0 or 1) to write into area 0 or 4. */
export interface WriteRequest {
  readonly area: 0 | 4;
  readonly register: number;
  readonly words: readonly number[];
  /** The unit takes the functions for several registers only. */ readonly several?: boolean;
}

/** A unit answered with an exception: 1 function, 2 address, 3 value, 4 failure, 6 busy, 11 no answer behind it. */
export class ModbusException extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`Modbus exception ${code}`);
    this.code = code;
  }
}

/** An answer that does not belong to its request. */
export class ModbusFault extends Error {}

const readFunctions: Readonly<Record<Area, number>> = { 0: 1, 1: 2, 3: 4, 4: 3 };
const word = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
const wordAt = (bytes: Uint8Array, at: number): number => (bytes[at] << 8) | bytes[at + 1];

/** Return the PDU that reads registers: functions 1 to 4. */
export const readPdu = ({ area, register, count }: ReadRequest): Uint8Array =>
  Uint8Array.from([readFunctions[area], ...word(register), ...word(count)]);

function packedBits(bits: readonly number[]): number[] {
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, () => 0);
  for (const [at, bit] of bits.entries()) bytes[at >> 3] |= bit << (at & 7);
  return bytes;
}

/** Return the PDU that writes: 5 or 6 for one bit or register, 15 or 16 for several. */
export function writePdu({ area, register, words, several = false }: WriteRequest): Uint8Array {
  if (words.length === 1 && !several)
    return Uint8Array.from(
      area === 0 ? [5, ...word(register), words[0] ? 0xff : 0, 0] : [6, ...word(register), ...word(words[0])],
    );
  const content = area === 0 ? packedBits(words) : words.flatMap(word);
  return Uint8Array.from([area === 0 ? 15 : 16, ...word(register), ...word(words.length), content.length, ...content]);
}

function assertAnswers(pdu: Uint8Array, requested: number): void {
  if (pdu[0] === (requested | 0x80) && pdu.length >= 2) throw new ModbusException(pdu[1]);
  if (pdu[0] !== requested) throw new ModbusFault('The function of the answer is another one');
}

/**
 * Return the words, or bits as 0 and 1, of an answer.
 *
 * @throws ModbusException if the unit refused, ModbusFault if the answer does not fit the request.
 */
export function readAnswer(pdu: Uint8Array, request: ReadRequest): number[] {
  assertAnswers(pdu, readFunctions[request.area]);
  const bytes = request.area < 3 ? Math.ceil(request.count / 8) : request.count * 2;
  if (pdu[1] !== bytes || pdu.length !== bytes + 2) throw new ModbusFault('The length of the answer is another one');
  return Array.from({ length: request.count }, (_, at) =>
    request.area < 3 ? (pdu[2 + (at >> 3)] >> (at & 7)) & 1 : wordAt(pdu, 2 + at * 2),
  );
}

/**
 * Check the answer to a write: it echoes the first five bytes of the request.
 *
 * @throws ModbusException if the unit refused, ModbusFault if the answer does not fit the request.
 */
export function assertWritten(pdu: Uint8Array, request: Uint8Array): void {
  assertAnswers(pdu, request[0]);
  if (pdu.length !== 5 || pdu.some((byte, at) => byte !== request[at]))
    throw new ModbusFault('The answer to a write is another one');
}
