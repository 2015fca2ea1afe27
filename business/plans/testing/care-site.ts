import { type Home, at } from '#business/contracts/testing/contract-site.ts';
import { good } from '#business/mobile/testing/worksite.ts';
import { smsOptOut } from '#business/messaging/sms/sms-opt-out.paper.ts';
import { smsTemplate } from '#business/messaging/sms/sms-template.paper.ts';
import { saved } from '#kernel/testing/sample.ts';
import type { Answer } from '#kernel/testing/test-server.ts';
import type { PlanSite } from './plan-site.ts';

type Body = Record<string, unknown>;

/** A push of a message of care. */
export interface CarePushRow {
  readonly customerId: string;
  readonly pushStatus: string;
  readonly [field: string]: unknown;
}

/** A company that sends messages of care. */
export class CareSite {
  readonly path = `${at}/client-dream-send`;
  readonly plans: PlanSite;
  readonly body: Body = {
    title: '换季保养提示',
    content: '天气转凉，记得检查地暖。拒收请回复R',
    careType: 'season',
    pushChannel: 'sms',
  };

  constructor(plans: PlanSite) {
    this.plans = plans;
  }

  /** Return a home whose customer agreed to advertising. */
  async wanting(systemType = 'floorHeat'): Promise<Home> {
    const home = await this.plans.contracts.home();
    const { server } = this.plans;
    await server.tables('update ascustomer set receive_marketing = true where id = $1', [home.customerId]);
    await server.tables('update asequipment set system_type = $2 where id = $1', [home.equipmentId, systemType]);
    return home;
  }

  /** Let the customer of a home want no messages. */
  async optOut({ customerId }: Home): Promise<void> {
    const [{ phone }] = await this.plans.server.tables<{ phone: string }>(
      'select phone from ascustomer where id = $1',
      [customerId],
    );
    await saved(this.plans.server, smsOptOut, { phone });
  }

  async template(): Promise<void> {
    await saved(this.plans.server, smsTemplate, {
      smsScene: 'care',
      pushChannel: 'sms',
      content: '${content}',
      isMarketing: true,
      enabled: true,
    });
  }

  submit(body: Body): Promise<Answer> {
    return this.plans.contracts.work.cs.post(`${this.path}/submit`, body);
  }

  async draft(audience: Body, more: Body = {}): Promise<{ id: string }> {
    return good(await this.submit({ ...this.body, audience, ...more })).data;
  }

  async care(id: string): Promise<Body> {
    return good(await this.plans.contracts.work.cs.get(`${this.path}/detail`, { id })).data;
  }

  /** Run the work that freezes and follows messages. */
  run(): Promise<void> {
    return this.plans.server.app.jobs.run('care.send');
  }

  /** Return the pushes of a message, in the order of their customers. */
  pushes(careId: string): Promise<CarePushRow[]> {
    return this.plans.server.tables<CarePushRow>(
      'select customer_id::text as "customerId", push_status as "pushStatus", push_scene as "pushScene", push_channel as "pushChannel" from asschemepush where care_id = $1 order by customer_id',
      [careId],
    );
  }
}
