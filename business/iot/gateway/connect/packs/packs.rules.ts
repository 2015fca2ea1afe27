import { cjt188 } from './cjt188.rules.ts';
import { dlt645 } from './dlt645.rules.ts';
import { modbusHeatPump } from './modbus-heat-pump.rules.ts';
import type { ProtocolPack } from './protocol-pack.rules.ts';

/** The protocols that the product brings. */
export const packs: readonly ProtocolPack[] = [dlt645, cjt188, modbusHeatPump];
