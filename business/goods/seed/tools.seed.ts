import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { addDays, addMinutes } from '#kernel/language/days.ts';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { wageLine } from '#business/piecework/wages/wage-line.paper.ts';
import type { Chance, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { toolApply } from '../tools/tool-apply.paper.ts';
import { toolLine } from '../tools/tool-line.paper.ts';
import { tool } from '../tools/tool.paper.ts';
import { residualValue } from '../tools/tool.rules.ts';
import { accountOf, stepBy } from './step-by.seed.ts';
import { LOAN_REASONS, PERMANENT, type ToolKind, toolKinds } from './tool-kinds.seed.ts';
import { mainStore } from './wants.seed.ts';

type Apply = Row<typeof toolApply>;

/** Loans of a working day of the whole company. */
const A_DAY = 1.7;
/** Shares in per cent: applications that wait or are sent back, and what becomes of loans on their last day. */
const SHARES = { waits: 15, back: 5, returned: 80, late: 40, damaged: 4, lost: 2, calibrated: 30 } as const;
const LOAN_DAYS = { 1: 30, 2: 30, 4: 25, 9: 15 } as const;
const CALIBRATED_AHEAD_DAYS = 14;
const DEPRECIATION_MONTHS = 48;
const ONE = '1.000';
const NONE = '0.000';

/** The tools of the demo company: bought before it begins, lent and taken back on working days. */
export class ToolLoans {
  readonly #world: DemoWorld;
  readonly #chance: Chance;
  readonly #day: string;

  constructor(world: DemoWorld, chance: Chance, day: string) {
    this.#world = world;
    this.#chance = chance;
    this.#day = day;
  }

  #at(minute: string): string {
    return `${this.#day} ${minute}:00`;
  }

  #people(): Promise<Row<typeof technician>[]> {
    return this.#world.product(this.#at('06:30'), async (context) =>
      (await context.find(technician, {}, { limit: 1000 })).filter(
        (one) => one.userId && one.technicianStatus !== 'left',
      ),
    );
  }

  #in(...states: Apply['toolApplyStatus'][]): Promise<Apply[]> {
    return this.#world.product(this.#at('07:20'), (context) =>
      context.find(toolApply, { toolApplyStatus: states }, { limit: 2000 }),
    );
  }

  /** Enter the tools, and give each technician the permanent ones. */
  async begin(): Promise<void> {
    const warehouseId = await this.#world.product(this.#at('06:30'), mainStore);
    const rows = toolKinds.flatMap((kind) => this.#rowsOf(kind, warehouseId));
    await this.#world.as('as_store', this.#at('06:30'), (context) => context.createAll(tool, rows));
    const stored = await this.#world.product(this.#at('06:31'), (context) =>
      context.find(tool, {}, { limit: rows.length }),
    );
    const piles = PERMANENT.map((code) => stored.filter((one) => one.toolCode.startsWith(`${code}-`)));
    for (const [nth, one] of (await this.#people()).entries()) {
      const toolIds = piles.flatMap((pile) => pile[nth]?.id ?? []);
      if (toolIds.length) await this.#lend(one, toolIds, addMinutes(this.#at('06:32'), nth), null);
    }
    await this.examination(0);
  }

  /** Return the rows of a kind: one for each numbered piece, or one for all pieces. */
  #rowsOf(kind: ToolKind, warehouseId: string): Partial<Row<typeof tool>>[] {
    const pieces = Math.max(1, Math.round(kind.pieces * this.#world.share));
    const isSingle = kind.tracking === 'serial';
    const isPermanent = PERMANENT.some((code) => code === kind.code);
    const rows = isSingle ? Array.from({ length: pieces }, (_, at) => at + 1) : [0];
    return rows.map((nth) => ({
      toolCode: nth ? `${kind.code}-${String(nth).padStart(2, '0')}` : kind.code,
      toolName: kind.name,
      toolCategory: kind.category,
      spec: kind.spec,
      trackMode: kind.tracking,
      serialNo: nth ? `${kind.code}${this.#chance.digits(8)}` : null,
      unit: kind.unit,
      totalQty: isSingle ? ONE : String(pieces),
      ...{ outQty: NONE, lostQty: NONE, repairQty: NONE, scrapQty: NONE },
      warehouseId,
      purchaseDate: addDays(this.#day, -this.#chance.between(60, 720)),
      purchasePrice: kind.price.toFixed(2),
      monthlyDepreciation: (kind.price / DEPRECIATION_MONTHS).toFixed(2),
      needCalibrate: kind.isCalibrated,
      // Instruments in the store are calibrated within the story, those of technicians after it.
      calibrateDue: kind.isCalibrated
        ? addDays(this.#day, isPermanent ? this.#chance.between(130, 400) : this.#chance.between(40, 330))
        : null,
      toolStatus: 'inStock',
    }));
  }

  /** Should the tools of an application be back before today? */
  readonly #isLate = ({ planReturnDate }: Apply): boolean => planReturnDate !== null && planReturnDate < this.#day;

  #lend(
    { id, userId }: Row<typeof technician>,
    toolIds: readonly string[],
    at: string,
    days: number | null,
  ): Promise<boolean> {
    return stepBy(this.#world, accountOf(userId ?? ''), at, (context) =>
      context.submit(toolApply, {
        toolApplyType: days === null ? 'keep' : 'borrow',
        technicianId: id,
        reason: days === null ? '随车常用仪表' : this.#chance.pick(LOAN_REASONS),
        planReturnDate: days === null ? null : addDays(this.#day, days),
        lines: toolIds.map((toolId) => ({ toolId, applyQty: '1' })),
      }),
    );
  }

  /** Apply for what the store has. */
  async applications(): Promise<void> {
    const chance = this.#chance;
    const count = Math.floor(A_DAY * this.#world.share + chance.between(0, 99) / 100);
    if (!count) return;
    const late = new Set(
      (await this.#in('handedOut', 'partReturned')).filter(this.#isLate).map((of) => of.technicianId),
    );
    const people = (await this.#people()).filter((one) => !late.has(one.id));
    const free = await this.#free();
    for (let nth = 0; nth < count && free.length && people.length; nth++) {
      const toolIds = Array.from(
        { length: Math.min(chance.between(1, 3), free.length) },
        () => free.splice(chance.between(0, free.length - 1), 1)[0],
      );
      const days = Number(chance.weighted(LOAN_DAYS));
      await this.#lend(chance.pick(people), toolIds, addMinutes(this.#at('07:25'), nth), days);
    }
  }

  /** Return the tools that the store has and nobody has applied for, without instruments that must be calibrated first. */
  #free(): Promise<string[]> {
    return this.#world.product(this.#at('07:24'), async (context) =>
      (
        await context.sql.query<{ id: string }>(
          `select t.id::text as id from astool t where t.tenant_id = $1 and t.is_deleted = 0 and t.tool_status = 'inStock' and (t.calibrate_due is null or t.calibrate_due > $2::date + 14)
            and t.total_qty - coalesce(t.out_qty, 0) - coalesce(t.lost_qty, 0) - coalesce(t.repair_qty, 0) - coalesce(t.scrap_qty, 0) >= 1
            and not exists (select 1 from astooldetails d join astoolapply a on a.tenant_id = d.tenant_id and a.id = d.tool_apply_id and a.tool_apply_status in ('draft', 'submitted', 'approved', 'returned') where d.tenant_id = t.tenant_id and d.tool_id = t.id and d.is_deleted = 0) order by t.id`,
          [context.tenantId, this.#day],
        )
      ).map((row) => row.id),
    );
  }

  /** Approve applications and hand the tools out; a share waits until the next day. */
  async examination(waits: number = SHARES.waits): Promise<void> {
    for (const { id } of await this.#in('submitted')) {
      if (this.#chance.percent(waits)) continue;
      const isBack = waits > 0 && this.#chance.percent(SHARES.back);
      await stepBy(this.#world, 'as_store', this.#at('08:50'), (context) =>
        isBack
          ? context.act(toolApply, id, 'reject', { note: '请先还上一次借的' })
          : context.act(toolApply, id, 'approve', { note: null }),
      );
    }
    for (const { id } of await this.#in('approved')) {
      if (this.#chance.percent(waits)) continue;
      await stepBy(this.#world, 'as_store', this.#at('08:55'), (context) =>
        context.act(toolApply, id, 'handOut', { lines: null }),
      );
    }
  }

  /** Take back what is due; a little is damaged or lost. */
  async evening(): Promise<void> {
    for (const of of await this.#in('handedOut', 'partReturned')) {
      if (!of.planReturnDate || of.planReturnDate > this.#day) continue;
      if (!this.#chance.percent(this.#isLate(of) ? SHARES.late : SHARES.returned)) continue;
      await stepBy(this.#world, 'as_store', this.#at('16:45'), (context) => this.#settle(context, of));
    }
    await this.#approvals();
    await this.#repairs();
    await this.#calibrations();
  }

  /** Calibrate instruments that are due in two weeks; a share waits. */
  async #calibrations(): Promise<void> {
    const due = await this.#world.product(this.#at('17:40'), async (context) =>
      (await context.find(tool, { toolStatus: 'inStock' }, { limit: 1000 })).filter(
        (one) => one.calibrateDue && one.calibrateDue <= addDays(this.#day, CALIBRATED_AHEAD_DAYS),
      ),
    );
    for (const { id } of due)
      if (this.#chance.percent(SHARES.calibrated))
        await stepBy(this.#world, 'as_store', this.#at('17:40'), (context) =>
          context.act(tool, id, 'calibrated', { calibrateDue: addDays(this.#day, 365) }),
        );
  }

  async #settle(context: Context, { id }: Apply): Promise<void> {
    const [first] = await context.find(toolLine, { toolApplyId: id, toolLineStatus: 'out' }, { limit: 1 });
    if (first && this.#chance.percent(SHARES.lost)) await this.#lose(context, id, first);
    const damaged = first && this.#chance.percent(SHARES.damaged) ? [{ id: first.id, damageQty: '1' }] : null;
    const open = await context.find(toolLine, { toolApplyId: id, toolLineStatus: 'out' }, { limit: 1 });
    if (open.length) await context.act(toolApply, id, 'return', { lines: damaged });
  }

  async #lose(context: Context, id: string, line: Row<typeof toolLine>): Promise<void> {
    const of = await context.get(tool, line.toolId);
    const value = stepsOf(residualValue(of, stepsOf(ONE, 3), this.#day), 2);
    await context.act(toolApply, id, 'lost', {
      lines: [{ id: line.id, lostQty: '1', compensateAmount: decimalOf(value / 2n, 2) }],
      compensateAmount: null,
      note: '现场遗失',
    });
  }

  /** The manager approves the compensations of earlier days. */
  async #approvals(): Promise<void> {
    const open = await this.#world.product(this.#at('17:30'), (context) =>
      context.find(wageLine, { wageLineType: 'toolComp', lineStatus: 'draft' }, { limit: 100 }),
    );
    for (const { id, createTime } of open)
      if (createTime && createTime.slice(0, 10) < this.#day)
        await stepBy(this.#world, 'as_manager', this.#at('17:30'), (context) => context.act(wageLine, id, 'approve'));
  }

  /** Tools come back from repair after some days. */
  async #repairs(): Promise<void> {
    const away = await this.#world.product(this.#at('17:35'), (context) =>
      context.find(tool, { toolStatus: 'repairing' }, { limit: 100 }),
    );
    for (const { id } of away)
      if (this.#chance.percent(20))
        await stepBy(this.#world, 'as_store', this.#at('17:35'), (context) =>
          context.act(tool, id, 'back', { qty: null }),
        );
  }
}
