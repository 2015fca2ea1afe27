import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { addMinutes, daysBetween, weekdayOf } from '#kernel/language/days.ts';
import type { Chance, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { returnOldParts } from './returns.seed.ts';
import { accountOf, stepBy } from './step-by.seed.ts';
import { type Want, mainStore, missingParts, usedParts } from './wants.seed.ts';

type Apply = Row<typeof materialApply>;

/** Requests of a working day of the whole company: 640 in six months. */
const A_DAY = 4.1;
/** Share of requests that stay drafts until the next morning, that are sent back, and that wait a day, in per cent. */
const SHARES = { draft: 20, sentBack: 10, waits: 20, resubmitted: 75 } as const;
/** Days after which a request that was sent back is corrected or cancelled. */
const CORRECTED_AFTER = 3;
const PUBLISH_LIMIT = 5000;
const MONDAY = 1;

/** The requests of one day: made by technicians, examined and released by the store. */
export class Requests {
  readonly #world: DemoWorld;
  readonly #chance: Chance;
  readonly #day: string;
  /** Quantities that requests of this day take, by material. */
  readonly #taken = new Map<string, number>();

  constructor(world: DemoWorld, chance: Chance, day: string) {
    this.#world = world;
    this.#chance = chance;
    this.#day = day;
  }

  #in(state: Apply['documentStatus']): Promise<Apply[]> {
    return this.#world.product(`${this.#day} 07:00:00`, (context) =>
      context.find(materialApply, { documentStatus: state }, { limit: 1000 }),
    );
  }

  /** Submit what waits from the day before, and make new requests. */
  async morning(): Promise<void> {
    if (weekdayOf(this.#day) === MONDAY) await returnOldParts(this.#world, this.#day);
    for (const row of await this.#in('draft')) await this.#act(row, `${this.#day} 07:12:00`, 'submit');
    for (const row of await this.#in('returned')) {
      if (row.examineTime && daysBetween(row.examineTime.slice(0, 10), this.#day) < CORRECTED_AFTER) continue;
      await this.#act(row, `${this.#day} 07:14:00`, this.#chance.percent(SHARES.resubmitted) ? 'submit' : 'cancel');
    }
    await this.#requests();
  }

  #act(row: Apply, at: string, action: 'submit' | 'cancel'): Promise<boolean> {
    const user = accountOf(row.createUser ?? '');
    return stepBy(this.#world, user, at, (context) => context.act(materialApply, row.id, action));
  }

  /** Return what is requested today: parts of planned visits first, then what the vans have used. */
  async #wants(): Promise<Want[]> {
    const [missing, used] = await this.#world.product(`${this.#day} 07:10:00`, async (context) => [
      await missingParts(context, this.#day),
      await usedParts(context, this.#day),
    ]);
    const count = Math.floor(A_DAY * this.#world.share + this.#chance.between(0, 99) / 100);
    const wants = missing.slice(0, Math.ceil(count / 2));
    const vans = [...used.values()];
    while (wants.length < count && vans.length) wants.push(...vans.splice(this.#chance.between(0, vans.length - 1), 1));
    return wants;
  }

  async #requests(): Promise<void> {
    const wants = await this.#wants();
    if (!wants.length) return;
    const from = await this.#world.product(`${this.#day} 07:10:00`, mainStore);
    for (const [nth, want] of wants.entries()) {
      const at = addMinutes(`${this.#day} 07:16:00`, nth);
      await stepBy(this.#world, accountOf(want.userId), at, (context) => this.#request(context, want, from));
    }
  }

  /** Return the lines of a request, within what the main store has left on this day. */
  #linesOf(want: Want): { materialId: string; applyQty: string }[] {
    const chance = this.#chance;
    const wished = want.dispId ? want.lines : want.lines.slice(0, chance.between(1, 4));
    return wished.flatMap(({ materialId, available }) => {
      const taken = this.#taken.get(materialId) ?? 0;
      const most = Math.floor(available - (want.dispId ? 0 : taken));
      const qty = Math.min(want.dispId ? most : chance.between(1, 4), most);
      this.#taken.set(materialId, taken + Math.max(0, qty));
      return qty > 0 ? [{ materialId, applyQty: String(qty) }] : [];
    });
  }

  async #request(context: Context, want: Want, fromWarehouseId: string): Promise<void> {
    const chance = this.#chance;
    const lines = this.#linesOf(want);
    if (!lines.length) return;
    await context.submit(materialApply, {
      draft: chance.percent(SHARES.draft),
      applyType: want.dispId ? 'job' : 'stockUp',
      technicianId: want.technicianId,
      dispId: want.dispId ?? undefined,
      fromWarehouseId,
      needDate: want.needDate,
      urgency: chance.weighted({ normal: 80, high: 18, critical: 2 }),
      lines,
    });
  }

  /** Examine and release what was submitted. */
  async examination(): Promise<void> {
    const percent = (share: number): boolean => this.#chance.percent(share);
    const at = `${this.#day} 08:20:00`;
    for (const { id } of await this.#in('submitted')) {
      if (percent(SHARES.waits)) continue;
      const isBack = percent(SHARES.sentBack);
      const act = (context: Context): Promise<unknown> =>
        isBack
          ? context.act(materialApply, id, 'sendBack', { note: '请写明用在哪一单' })
          : context.act(materialApply, id, 'examine', { lines: null, note: '同意' });
      await stepBy(this.#world, 'as_store', at, act);
    }
    for (const { id, totalAmount } of await this.#in('approved')) {
      if (percent(SHARES.waits)) continue;
      const who = Number(totalAmount) > PUBLISH_LIMIT ? 'as_manager' : 'as_store';
      await stepBy(this.#world, who, `${this.#day} 08:40:00`, (context) => context.act(materialApply, id, 'publish'));
    }
  }
}
