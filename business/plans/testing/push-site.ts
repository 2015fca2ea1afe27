import { good } from '#business/mobile/testing/worksite.ts';
import type { Answer, TestServer } from '#kernel/testing/test-server.ts';
import { at } from '#business/contracts/testing/contract-site.ts';
import { PlanSite } from './plan-site.ts';

type Body = Record<string, unknown>;

/** A push as a test reads it from its table. */
export interface PushRow {
  readonly id: string;
  readonly scene: string;
  readonly state: string;
  readonly channel: string | null;
  readonly key: string;
  readonly wait: string | null;
  readonly plan: string | null;
  readonly customer: string;
  readonly parcel: string | null;
  readonly content: string | null;
  readonly reason: string | null;
}

/** A company that reminds its customers: templates, rules and settings. */
export class PushSite {
  readonly server: TestServer;
  readonly plans: PlanSite;
  #count = 0;

  private constructor(server: TestServer, plans: PlanSite) {
    this.server = server;
    this.plans = plans;
  }

  static async of(server: TestServer, plans?: PlanSite): Promise<PushSite> {
    return new PushSite(server, plans ?? (await PlanSite.of(server)));
  }

  get cs() {
    return this.plans.contracts.work.cs;
  }

  /** Return the id of a new template. */
  async template(more: Body = {}): Promise<string> {
    return good(
      await this.cs.post(`${at}/assms/submit`, {
        templateCode: `P${(this.#count += 1)}`,
        templateName: '保养提醒',
        smsScene: 'plan',
        content: '${customerName}您好，${schemeName}计划在${planDate}',
        isMarketing: false,
        ...more,
      }),
    ).data.id;
  }

  submitRule(more: Body): Promise<Answer> {
    return this.cs.post(`${at}/aspushrule/submit`, {
      ruleName: `规则${(this.#count += 1)}`,
      pushScene: 'planDue',
      offsetDays: 20,
      repeatDays: 7,
      maxTimes: 3,
      channels: ['sms'],
      sendFrom: '08:30',
      sendTo: '20:00',
      stopOnReply: true,
      priority: 50,
      ...more,
    });
  }

  /** Return the id of a new rule. */
  async rule(more: Body): Promise<string> {
    return good(await this.submitRule(more)).data.id;
  }

  async setting(more: Body): Promise<string> {
    return good(await this.cs.post(`${at}/aspushset/submit`, { enabled: true, ...more })).data.id;
  }

  /** Do the work of people at the time of the first login, when their sessions live, and return to the present time. */
  async atDesk<T>(work: () => Promise<T>): Promise<T> {
    const now = this.server.clock.ms();
    this.server.clock.set(Date.parse('2026-11-23T02:00:00Z'));
    const done = await work();
    this.server.clock.set(now);
    return done;
  }

  /** Return state and number of pushes of the first visit of a contract. */
  async visit(schemeId: string): Promise<{ id: string; state: string; count: number }> {
    const [found] = await this.server.tables<{ id: string; state: string; count: number }>(
      'select id::text as id, plan_status as state, push_count as count from asmaintain where scheme_id = $1 and is_deleted = 0 order by occurrence_no limit 1',
      [schemeId],
    );
    return found;
  }

  /** Do a run of pushes now. */
  run(): Promise<void> {
    return this.server.app.jobs.run('schemePush.run');
  }

  pushes(where: string, values: readonly unknown[] = []): Promise<PushRow[]> {
    return this.server.tables<PushRow>(
      `select id::text as id, push_scene as scene, push_status as state, push_channel as channel, push_key as key, to_char(wait_until at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as wait, plan_id::text as plan,
         customer_id::text as customer, parcel_id::text as parcel, content, fail_reason as reason from asschemepush where is_deleted = 0 and ${where} order by id`,
      [...values],
    );
  }
}
