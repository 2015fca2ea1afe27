import type { Context, Reading } from '#kernel/server';
import { SapGateway } from './sap-gateway.server.ts';
import type { SapPort } from './sap-port.rules.ts';
import { SapSimulator } from './sap-simulator.server.ts';

const SIMULATOR = 'simulator';

/** Return the name of the company's adapter to SAP; empty where it has none. */
export const sapAdapter = async (reading: Pick<Reading, 'parameter'>): Promise<string> =>
  (await reading.parameter('as.sap.adapter')).trim().toLowerCase();

/** Does the simulator serve this company? */
export const isSimulated = async (reading: Reading): Promise<boolean> =>
  reading.isDemo && (await sapAdapter(reading)) === SIMULATOR;

/** Return the SAP that a company names. Null: it names none, or one that this installation does not know. */
export async function sapOf(reading: Reading, context?: Pick<Context, 'outside'>): Promise<SapPort | null> {
  const name = await sapAdapter(reading);
  if (!name) return null;
  if (name === SIMULATOR)
    return reading.isDemo ? new SapSimulator(reading, context && ((work) => context.outside(work))) : null;
  const found = reading.adapter(name);
  return found && new SapGateway(found);
}
