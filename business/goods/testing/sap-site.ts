import { beginSimulator } from '../sap/night.server.ts';
import { setParameter } from './back-site.ts';
import type { StoreSite } from './store-site.ts';

/** Connect a company to the simulated SAP: its main store is W01, and its vans are W10. */
export async function withSimulator(site: StoreSite): Promise<void> {
  const { server, main } = site;
  Object.assign(server.app.settings, { demo: true });
  await setParameter(site, 'as.sap.adapter', 'simulator');
  await setParameter(site, 'as.sap.personWhs', 'W10');
  await server.tables("update aswarehouse set sap_whs_code = 'W01' where id = $1", [main]);
  server.app.announce({
    tenantId: '000000',
    paper: 'warehouse',
    id: main,
    action: 'edit',
    person: '0',
    dept: null,
  });
}

/** Begin the simulated SAP with the present stock. */
export const beginSap = (site: StoreSite): Promise<void> => site.server.work('administrator', beginSimulator);

/** Work until no row of the queue is due. */
export async function sapWorked(site: StoreSite): Promise<void> {
  const due = async (): Promise<string> => {
    const rows = await site.server.tables(
      "select id, version, sap_status, retry_count, send_time from assapwarehouseflow where sap_status in ('queued', 'failed') order by id",
    );
    return JSON.stringify(rows);
  };
  for (let before = '', now = await due(); before !== now;) {
    before = now;
    await site.server.worked();
    now = await due();
  }
}

/** A row of the queue as it is stored. */
export interface StoredFlow {
  readonly id: string;
  readonly state: string;
  readonly item: string;
  readonly tries: number;
  readonly doc: string | null;
}

/** Return the rows of a document, in the order of sending. */
export const storedFlows = (site: StoreSite, billId: string): Promise<StoredFlow[]> =>
  site.server.tables(
    'select id::text as id, sap_status as state, item_code as item, retry_count as tries, sap_doc_num as doc from assapwarehouseflow where bill_id = $1 and is_deleted = 0 order by id',
    [billId],
  );

/** Return the documents of the simulated SAP for an item. */
export const documentsOf = (site: StoreSite, itemCode: string): Promise<{ key: string; qty: string }[]> =>
  site.server.tables(
    'select doc_key as key, qty::text as qty from assapsimdoc where item_code = $1 order by doc_entry',
    [itemCode],
  );

/** Set how the simulated SAP answers documents of an item. */
export const behave = (site: StoreSite, itemCode: string, behaves: string | null): Promise<unknown> =>
  site.server.tables("update assapsim set behaves = $2 where item_code = $1 and whs_code = 'W01'", [itemCode, behaves]);

/** Return the code of a material. */
export async function codeOfItem(site: StoreSite, materialId: string): Promise<string> {
  const [row] = await site.server.tables<{ code: string }>(
    'select item_code as code from asbasematerial where id = $1',
    [materialId],
  );
  return row.code;
}
