import { good } from '#business/mobile/testing/worksite.ts';
import type { Answer, TestServer } from '#kernel/testing/test-server.ts';
import { ContractSite, type Home, at } from '#business/contracts/testing/contract-site.ts';

type Body = Record<string, unknown>;

/** A planned visit as the list answers it. */
export interface PlannedRow {
  readonly id: string;
  readonly planNo: string;
  readonly occurrenceNo: number;
  readonly planDate: string;
  readonly planStatus: string;
  readonly registrationFormId: string | null;
  readonly [field: string]: unknown;
}

export const planPath = `${at}/asmaintain`;

/** A company that sells contracts and plans their visits. */
export class PlanSite {
  readonly server: TestServer;
  readonly contracts: ContractSite;

  private constructor(server: TestServer, contracts: ContractSite) {
    this.server = server;
    this.contracts = contracts;
  }

  static async of(server: TestServer): Promise<PlanSite> {
    return new PlanSite(server, await ContractSite.of(server));
  }

  /** Return the planned visits of a contract in the order of their numbers. */
  async plans(schemeId: string): Promise<PlannedRow[]> {
    const { records } = good(
      await this.contracts.work.cs.get(`${planPath}/list`, { schemeId, ascs: 'planDate', size: 100 }),
    ).data;
    return records.toSorted((one: PlannedRow, other: PlannedRow) => one.occurrenceNo - other.occurrenceNo);
  }

  submit(body: Body, by = this.contracts.work.cs): Promise<Answer> {
    return by.post(`${planPath}/submit`, body);
  }

  act(action: string, ids: string, more: Body = {}): Promise<Answer> {
    return this.submit({ ids, action, ...more });
  }

  /** Run the nightly planning. */
  night(): Promise<void> {
    return this.server.app.jobs.run('planOccurrence.generate');
  }

  /** Return a hash of all planned visits, without the times of their rows. */
  async hash(): Promise<string> {
    const [{ hash }] = await this.server.tables<{ hash: string }>(
      `select md5(coalesce(string_agg(scheme_id || '#' || occurrence_no || ' ' || id || ' ' || plan_date || ' ' || window_from || ' ' || window_to || ' ' || plan_status || ' ' || version, E'\\n' order by scheme_id, occurrence_no), '')) as hash
       from asmaintain where is_deleted = 0`,
    );
    return hash;
  }

  /** Sell an active contract to a new home. */
  async sold(templateId: string, more: Body = {}): Promise<{ id: string; home: Home }> {
    const home = await this.contracts.home();
    return { id: await this.contracts.sold(home, templateId, more), home };
  }
}
