import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { modbusFrame, takeAnswer } from '../gateway/connect/modbus/framing.rules.ts';

/** Registers of a simulated unit by area and number, and its faults. */
export interface SimulatedUnit {
  readonly registers: Map<string, number>;
  /** It answers nothing. */ isSilent?: boolean;
  /** It acknowledges writes without storing them. */ ignoresWrites?: boolean;
  /** Delay of each answer in milliseconds. */ delayMs?: number;
  /** A stale answer with an old transaction number precedes each answer. */ repeatsOld?: boolean;
}

const areas: Readonly<Record<number, number>> = { 1: 0, 2: 1, 3: 4, 4: 3, 5: 0, 6: 4, 15: 0, 16: 4 };
const wordAt = (bytes: Uint8Array, at: number): number => (bytes[at] << 8) | bytes[at + 1];

/** A real Modbus TCP server with simulated units, for tests. It records the requests and how many were open at once. */
export class ModbusUnits {
  readonly units: Map<number, SimulatedUnit>;
  /** Requests in order, such as `1 read 4:0:3` and `1 write 4:5`. */ readonly requests: string[] = [];
  mostOpen = 0;
  /** Number of connections that were made. */ connections = 0;
  #open = 0;
  #server: Server | null = null;
  readonly #sockets = new Set<Socket>();

  constructor(units: Readonly<Record<number, SimulatedUnit>>) {
    this.units = new Map(Object.entries(units).map(([unit, one]) => [Number(unit), one]));
  }

  async listen(port = 0): Promise<number> {
    this.#server = createServer((socket) => this.#serve(socket));
    await new Promise<void>((resolve) => this.#server?.listen(port, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server?.close();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    this.connections += 1;
    socket.on('error', () => this.#sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      for (;;) {
        const taken = takeAnswer('modbus_tcp', received);
        if (typeof taken === 'string') return;
        received = received.subarray(taken.size);
        void this.#respond(socket, taken.adu.transaction ?? 0, taken.adu.unit, taken.adu.pdu);
      }
    });
  }

  async #respond(socket: Socket, transaction: number, number: number, request: Uint8Array): Promise<void> {
    const unit = this.units.get(number);
    const isWrite = request[0] > 4;
    const place = `${areas[request[0]]}:${wordAt(request, 1)}`;
    this.requests.push(`${number} ${isWrite ? `write ${place}` : `read ${place}:${wordAt(request, 3)}`}`);
    if (!unit || unit.isSilent) return;
    this.#open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.#open);
    if (unit.delayMs) await new Promise((resolve) => setTimeout(resolve, unit.delayMs));
    this.#open -= 1;
    const pdu = isWrite ? this.#written(unit, request) : this.#read(unit, request);
    if (unit.repeatsOld) {
      const old = Uint8Array.from([
        request[0],
        ...Array.from(pdu.subarray(1), (byte, at) => (at ? byte ^ 0xff : byte)),
      ]);
      socket.write(modbusFrame('modbus_tcp', { transaction: (transaction - 1) & 0xffff, unit: number, pdu: old }));
    }
    socket.write(modbusFrame('modbus_tcp', { transaction, unit: number, pdu }));
  }

  #read({ registers }: SimulatedUnit, request: Uint8Array): Uint8Array {
    const [from, count] = [wordAt(request, 1), wordAt(request, 3)];
    const words = Array.from({ length: count }, (_, at) => registers.get(`${areas[request[0]]}:${from + at}`));
    if (words.includes(undefined)) return Uint8Array.from([request[0] | 0x80, 2]);
    const values = words as number[];
    if (request[0] > 2)
      return Uint8Array.from([request[0], count * 2, ...values.flatMap((word) => [word >> 8, word & 0xff])]);
    const bytes = Array.from({ length: Math.ceil(count / 8) }, () => 0);
    for (const [at, bit] of values.entries()) bytes[at >> 3] |= bit << (at & 7);
    return Uint8Array.from([request[0], bytes.length, ...bytes]);
  }

  #written({ registers, ignoresWrites }: SimulatedUnit, request: Uint8Array): Uint8Array {
    const [code, from] = [request[0], wordAt(request, 1)];
    const values =
      code === 16
        ? Array.from({ length: wordAt(request, 3) }, (_, at) => wordAt(request, 6 + at * 2))
        : [code === 5 ? Number(request[3] === 0xff) : wordAt(request, 3)];
    const keys = values.map((_, at) => `${areas[code]}:${from + at}`);
    if (keys.some((key) => !registers.has(key))) return Uint8Array.from([code | 0x80, 2]);
    if (!ignoresWrites) for (const [at, key] of keys.entries()) registers.set(key, values[at]);
    return request.slice(0, 5);
  }
}
