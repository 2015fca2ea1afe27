import { checksumOf } from '../codec/values/checksum.rules.ts';
import type { UnitId } from './bus.rules.ts';
import type { LineFrame, LineReader, Wire } from './wire.rules.ts';

export type Transport = 'modbus_tcp' | 'modbus_rtu_over_tcp';

/** A request or answer of one unit. RTU has no transaction number: it is null there. */
export interface Adu {
  readonly transaction: number | null;
  readonly unit: number;
  readonly pdu: Uint8Array;
}

const HEADER = 7;
const MAX_PDU = 253;

/** Return the bytes of a request on the wire. */
export function modbusFrame(transport: Transport, { transaction, unit, pdu }: Adu): Uint8Array {
  if (transport === 'modbus_rtu_over_tcp') {
    const body = [unit, ...pdu];
    const crc = checksumOf('crc16modbus', Uint8Array.from(body));
    return Uint8Array.from([...body, crc & 0xff, crc >> 8]);
  }
  const [id, length] = [transaction ?? 0, pdu.length + 1];
  return Uint8Array.from([id >> 8, id & 0xff, 0, 0, length >> 8, length & 0xff, unit, ...pdu]);
}

function takeTcp(bytes: Uint8Array): { adu: Adu; size: number } | 'more' | 'broken' {
  if (bytes.length < HEADER) return 'more';
  const length = (bytes[4] << 8) | bytes[5];
  if (bytes[2] || bytes[3] || length < 3 || length > MAX_PDU + 1) return 'broken';
  if (bytes.length < 6 + length) return 'more';
  const adu = { transaction: (bytes[0] << 8) | bytes[1], unit: bytes[6], pdu: bytes.slice(7, 6 + length) };
  return { adu, size: 6 + length };
}

/** Return the size of an RTU answer with its unit and CRC; null: the function is unknown; 0: more bytes are needed. */
function rtuSize(bytes: Uint8Array): number | null {
  if (bytes.length < 3) return 0;
  if (bytes[1] & 0x80) return 5;
  if (bytes[1] >= 1 && bytes[1] <= 4) return bytes[2] + 5;
  return [5, 6, 15, 16].includes(bytes[1]) ? 8 : null;
}

function takeRtu(bytes: Uint8Array): { adu: Adu; size: number } | 'more' | 'broken' {
  const size = rtuSize(bytes);
  if (size === null) return 'broken';
  if (!size || bytes.length < size) return 'more';
  const crc = bytes[size - 2] | (bytes[size - 1] << 8);
  if (checksumOf('crc16modbus', bytes.subarray(0, size - 2)) !== crc) return 'broken';
  return { adu: { transaction: null, unit: bytes[0], pdu: bytes.slice(1, size - 2) }, size };
}

/**
 * Take the first answer off the received bytes. `more`: it is not complete. `broken`: the bytes are no answer, and the
 * position of the next one is unknown.
 */
export const takeAnswer = (transport: Transport, bytes: Uint8Array): { adu: Adu; size: number } | 'more' | 'broken' =>
  transport === 'modbus_tcp' ? takeTcp(bytes) : takeRtu(bytes);

/** A request for one unit. */
export interface ModbusRequest {
  readonly unit: UnitId;
  readonly pdu: Uint8Array;
}

type ModbusFrame = LineFrame<ModbusRequest, Uint8Array>;

const frameOf = ({ unit, transaction, pdu }: Adu, bytes: Uint8Array): ModbusFrame => ({
  unit,
  bytes,
  judge(open) {
    const isMine = open && unit === open.request.unit && (transaction ?? open.transaction) === open.transaction;
    if (!isMine) return { verdict: 'stale' };
    return { verdict: pdu[0] & 0x80 ? `exception ${pdu[1]}` : 'ok', answer: pdu };
  },
});

/** Longest answer with its header; more bytes without an answer are junk. */
const MAX_RECEIVED = 1024;

function readerOf(transport: Transport): LineReader<ModbusRequest, Uint8Array> {
  let received: Uint8Array = new Uint8Array();
  return {
    push(bytes) {
      received = Uint8Array.from([...received, ...bytes]);
      const frames: ModbusFrame[] = [];
      for (;;) {
        const taken = takeAnswer(transport, received);
        if (taken === 'more' && received.length <= MAX_RECEIVED) return { frames };
        if (typeof taken === 'string') return { frames, lost: ['收到的字节不是应答', 'The bytes are no answer'] };
        frames.push(frameOf(taken.adu, received.slice(0, taken.size)));
        received = received.slice(taken.size);
      }
    },
  };
}

/** The wire of Modbus: units are numbers, and answers are PDUs. RTU has no transaction numbers. */
export const modbusWire = (transport: Transport): Wire<ModbusRequest, Uint8Array> => ({
  bytesOf: ({ unit, pdu }, transaction) => modbusFrame(transport, { transaction, unit: Number(unit), pdu }),
  reader: () => readerOf(transport),
  closesOnSilence: transport === 'modbus_rtu_over_tcp',
  beginsAnew: false,
});
