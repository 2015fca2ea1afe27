import pg from 'pg';

/** Teams of the load, and the people of each. */
const TEAMS = 8;
const PEOPLE = 40;
/** First id of the rows of the load; each table begins at its own. */
const ID = 7_000_000_000_000_000n;
/** Contracts of one home, unless a bench says otherwise. */
const A_HOME = 5;
const BASE = 'now(), now(), 1, 0, 1';
const BASE_COLUMNS = 'create_time, update_time, status, is_deleted, version';

/** Return the statements that make teams, homes and active contracts with four visits a year, without visits. */
const statements = (tenant: string, contracts: number, aHome: number): readonly string[] => {
  const homes = Math.ceil(contracts / aHome);
  return [
    `insert into astechnician (id, tenant_id, ${BASE_COLUMNS}, real_name, customer_service_team, technician_status, hire_date)
     select ${ID} + n, '${tenant}', ${BASE}, 'person ' || n, 'team' || n % ${TEAMS}, 'working', '2020-01-01' from generate_series(1, ${TEAMS * PEOPLE}) n`,
    `insert into asbasepremises (id, tenant_id, ${BASE_COLUMNS}, premises_name)
     select ${ID} + n, '${tenant}', ${BASE}, 'estate ' || n from generate_series(1, 400) n`,
    `insert into ascustomer (id, tenant_id, ${BASE_COLUMNS}, customer_no, customer_name, phone, customer_service_team)
     select ${ID} + n, '${tenant}', ${BASE}, 'BK' || n, 'customer ' || n, '139' || lpad(n::text, 8, '0'), 'team' || n % ${TEAMS} from generate_series(1, ${homes}) n`,
    `insert into registermain (id, tenant_id, ${BASE_COLUMNS}, customer_id, premises_id, address)
     select ${ID} + n, '${tenant}', ${BASE}, ${ID} + n, ${ID} + 1 + n % 400, 'home ' || n from generate_series(1, ${homes}) n`,
    `insert into asschemetype (id, tenant_id, ${BASE_COLUMNS}, type_name) values (${ID}, '${tenant}', ${BASE}, 'bench')`,
    `insert into asbasescheme (id, tenant_id, ${BASE_COLUMNS}, base_scheme_no, scheme_name, scheme_type_id, cycle_num, cycle_unit, plan_basis, times_total, contract_months, std_minutes, window_days, price)
     values (${ID}, '${tenant}', ${BASE}, 'BMB1', 'twoSeason', ${ID}, 3, 'month', 'scheduled', 4, 12, 60, 10, 0)`,
    `insert into asscheme (id, tenant_id, ${BASE_COLUMNS}, scheme_no, scheme_name, scheme_type_id, base_scheme_id, customer_id, register_main_id, scheme_status, start_date, end_date, cycle_num, cycle_unit, plan_basis, times_total, times_used, times_locked, price)
     select ${ID} + n, '${tenant}', ${BASE}, 'BFA' || n, 'twoSeason', ${ID}, ${ID}, ${ID} + 1 + n % ${homes}, ${ID} + 1 + n % ${homes}, 'active', current_date + n % 90, current_date + n % 90 + 364, 3, 'month', 'scheduled', 4, 0, 0, 0 from generate_series(1, ${contracts}) n`,
    ...['astechnician', 'ascustomer', 'registermain', 'asscheme', 'asbasescheme'].map(
      (table) => `vacuum analyze ${table}`,
    ),
  ];
};

/** Work with a connection of the owner, which is closed in any case. */
export async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  return work(owner).finally(() => owner.end());
}

/** Make the contracts of the load once; a second run keeps them and removes their visits. */
export const loadContracts = (ownerUrl: string, tenant: string, contracts: number, aHome = A_HOME): Promise<void> =>
  asOwner(ownerUrl, async (owner) => {
    const [{ there }] = (await owner.query(`select count(*)::int as there from asscheme where id > ${ID}`)).rows;
    if (there !== contracts) for (const statement of statements(tenant, contracts, aHome)) await owner.query(statement);
    await owner.query('truncate asmaintain');
    await owner.query('vacuum analyze asmaintain');
  });
