import type { Reading, Sql, Table } from '#kernel/server';
import type { SapBalance, SapDocument, SapMovement, SapPort, SapPosted, SapRefused } from './sap-port.rules.ts';

/** Tables of the simulated SAP: its own stock, and the documents that it has posted. */
export const simulatorTables: readonly Table[] = [
  {
    name: 'assapsim',
    tenants: true,
    primaryKey: ['tenant_id', 'whs_code', 'item_code'],
    indexes: [],
    comment: 'stock of the simulated SAP; behaves: how it answers documents of the item the next times',
    columns: [
      { name: 'tenant_id', type: 'text', notNull: true },
      { name: 'whs_code', type: 'text', notNull: true },
      { name: 'item_code', type: 'text', notNull: true },
      { name: 'stock_qty', type: 'numeric(14,3)', notNull: true, initial: '0' },
      { name: 'behaves', type: 'text' },
    ],
  },
  {
    name: 'assapsimdoc',
    tenants: true,
    primaryKey: ['tenant_id', 'doc_key'],
    indexes: [{ name: 'assapsimdoc_item', on: 'tenant_id, item_code, doc_entry', user: 'movements of an item' }],
    comment: 'documents of the simulated SAP, one for each key',
    columns: [
      { name: 'tenant_id', type: 'text', notNull: true },
      { name: 'doc_key', type: 'text', notNull: true },
      { name: 'doc_entry', type: 'bigint', notNull: true },
      { name: 'item_code', type: 'text', notNull: true },
      { name: 'from_whs', type: 'text' },
      { name: 'to_whs', type: 'text' },
      { name: 'qty', type: 'numeric(14,3)', notNull: true },
      { name: 'post_date', type: 'date', notNull: true },
    ],
  },
];

/** Runs statements in a transaction of their own, as `Context.outside` does. */
type Outside = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

const postedAs = (entry: number): SapPosted => ({ docEntry: entry, docNum: `S${entry}`, lineNum: 0 });

const NEVER: Outside = () => Promise.reject(new Error('the simulated SAP is read here only'));

/**
 * Simulated SAP of the demo company, with stock of its own. By `behaves` of an item it once posts and answers too late
 * (`late`), once does not answer at all (`silent`), or refuses each document (`locked`). A repeated key has one
 * document.
 */
export class SapSimulator implements SapPort {
  readonly #of: Pick<Reading, 'sql' | 'tenantId'>;
  readonly #outside: Outside;

  constructor(of: Pick<Reading, 'sql' | 'tenantId'>, outside: Outside = NEVER) {
    this.#of = of;
    this.#outside = outside;
  }

  async #found(sql: Sql, key: string): Promise<SapPosted | null> {
    const [row] = await sql.query<{ entry: number }>(
      'select doc_entry::float8 as entry from assapsimdoc where tenant_id = $1 and doc_key = $2',
      [this.#of.tenantId, key],
    );
    return row ? postedAs(row.entry) : null;
  }

  find(key: string): Promise<SapPosted | null> {
    return this.#found(this.#of.sql, key);
  }

  /** Return how SAP answers a document of an item, and forget it where it happens once. */
  #behaviour(itemCode: string): Promise<string | null> {
    return this.#outside(async (sql) => {
      const [row] = await sql.query<{ behaves: string }>(
        `with b as (select whs_code, behaves from assapsim where tenant_id = $1 and item_code = $2 and behaves is not null order by whs_code limit 1 for update)
        update assapsim s set behaves = case when b.behaves = 'locked' then b.behaves end from b where s.tenant_id = $1 and s.item_code = $2 and s.whs_code = b.whs_code returning b.behaves`,
        [this.#of.tenantId, itemCode],
      );
      return row?.behaves ?? null;
    });
  }

  /** Post a document once, and move its quantity. */
  async #post(sql: Sql, one: SapDocument): Promise<SapPosted> {
    await sql.query("select pg_advisory_xact_lock(hashtextextended('assapsim ' || $1, 0))", [this.#of.tenantId]);
    const known = await this.#found(sql, one.key);
    if (known) return known;
    const [{ entry }] = await sql.query<{ entry: number }>(
      `insert into assapsimdoc (tenant_id, doc_key, doc_entry, item_code, from_whs, to_whs, qty, post_date)
      select $1, $2, 1 + coalesce(max(d.doc_entry), 100000), $3, $4, $5, $6::numeric, $7::date from assapsimdoc d where d.tenant_id = $1 returning doc_entry::float8 as entry`,
      [this.#of.tenantId, one.key, one.itemCode, one.fromWhsCode, one.toWhsCode, one.qty, one.postDate],
    );
    await sql.query(
      `insert into assapsim (tenant_id, whs_code, item_code, stock_qty) select $1, k.w, $2, k.q from (values ($3::text, -$5::numeric), ($4::text, $5::numeric)) as k(w, q) where k.w is not null
      on conflict (tenant_id, whs_code, item_code) do update set stock_qty = assapsim.stock_qty + excluded.stock_qty`,
      [this.#of.tenantId, one.itemCode, one.fromWhsCode, one.toWhsCode, one.qty],
    );
    return postedAs(entry);
  }

  async post(document: SapDocument): Promise<SapPosted | SapRefused> {
    const behaves = await this.#behaviour(document.itemCode);
    if (behaves === 'locked') return { refused: 'Posting period locked' };
    if (behaves === 'silent') throw new Error('SAP did not answer');
    const posted = await this.#outside((sql) => this.#post(sql, document));
    if (behaves === 'late') throw new Error('SAP answered too late');
    return posted;
  }

  balances(): Promise<readonly SapBalance[]> {
    return this.#of.sql.query<SapBalance>(
      'select whs_code as "whsCode", item_code as "itemCode", stock_qty::text as "onHand" from assapsim where tenant_id = $1',
      [this.#of.tenantId],
    );
  }

  movements(whsCode: string, itemCode: string, since: string): Promise<readonly SapMovement[]> {
    return this.#of.sql.query<SapMovement>(
      `select 'S' || d.doc_entry as "docNum", d.post_date::text as day, (case when d.to_whs = $2 then d.qty else -d.qty end)::text as qty from assapsimdoc d
      where d.tenant_id = $1 and d.item_code = $3 and (d.from_whs = $2 or d.to_whs = $2) and d.post_date >= $4::date order by d.doc_entry limit 500`,
      [this.#of.tenantId, whsCode, itemCode, since],
    );
  }
}

/** Set how the simulated SAP answers documents of an item; null: it posts them. */
export const setSapBehaviour = (
  { outside, tenantId }: { readonly outside: Outside; readonly tenantId: string },
  itemCode: string,
  behaves: 'late' | 'silent' | 'locked' | null,
): Promise<unknown> =>
  outside((sql) =>
    sql.query('update assapsim set behaves = $3 where tenant_id = $1 and item_code = $2', [
      tenantId,
      itemCode,
      behaves,
    ]),
  );

/** An opening balance of the simulated SAP. */
export interface OpeningBalance {
  readonly whsCode: string;
  readonly itemCode: string;
  readonly onHand: string;
}

/** Begin a simulated SAP with balances. One that has begun already stays as it is; return whether it began now. */
export async function beginSimulatedSap(
  { sql, tenantId }: Pick<Reading, 'sql' | 'tenantId'>,
  balances: readonly OpeningBalance[],
): Promise<boolean> {
  await sql.query("select pg_advisory_xact_lock(hashtextextended('assapsim ' || $1, 0))", [tenantId]);
  const [{ n }] = await sql.query<{ n: number }>('select count(*)::int as n from assapsim where tenant_id = $1', [
    tenantId,
  ]);
  if (n > 0) return false;
  await sql.query(
    `insert into assapsim (tenant_id, whs_code, item_code, stock_qty) select $1, k.w, k.i, k.q from unnest($2::text[], $3::text[], $4::numeric[]) as k(w, i, q)`,
    [
      tenantId,
      balances.map((one) => one.whsCode),
      balances.map((one) => one.itemCode),
      balances.map((one) => one.onHand),
    ],
  );
  return true;
}
