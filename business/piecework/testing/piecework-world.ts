import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { type TestCaller, type TestServer } from '#kernel/testing/test-server.ts';
import { completionEquipment } from '#business/completion/completion/completion-equipment.paper.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { makePiece } from '#business/completion/completion/piece.service.ts';
import { piece } from '../pieces/piece.paper.ts';
import { pieceLine } from '../pieces/piece-line.paper.ts';
import { pieceStandard } from '../standards/piece-standard.paper.ts';
import { process } from '../standards/process.paper.ts';

type Piece = Row<typeof piece>;

/** A job for a test: its crew and its facts. */
export interface TestJob {
  readonly crew?: readonly (readonly [technicianId: string, share: string])[];
  readonly processId?: string | null;
  readonly qty?: string;
  readonly end?: string;
  readonly completion?: Record<string, unknown>;
  readonly visit?: Record<string, unknown>;
  readonly equipmentId?: string | null;
}

/** Test data of piece-work and wages: technicians, prices, and jobs that the back office confirmed. */
export class PieceWorld {
  readonly server: TestServer;
  #count = 0;
  constructor(server: TestServer) {
    this.server = server;
  }

  work<T>(business: (context: Context) => Promise<T>): Promise<T> {
    return this.server.work('administrator', business);
  }

  /** Create a technician with an account. */
  async hire(name: string, more: Record<string, unknown> = {}): Promise<{ id: string; caller: TestCaller }> {
    const caller = await this.server.as('as_technician', { who: name });
    this.#count += 1;
    const [{ dept }] = await this.server.tables<{ dept: string }>(
      'select dept_id[1]::text as dept from blade_user where id = $1',
      [caller.id],
    );
    const row = await this.work((context) =>
      context.create(technician, {
        userId: caller.id,
        realName: name,
        phone: `1390000${String(1000 + this.#count)}`,
        deptId: dept,
        customerServiceTeam: 'east',
        technicianLevel: 't3',
        workDays: '1,2,3,4,5,6,7',
        hireDate: '2020-01-01',
        baseSalary: '3000',
        ...more,
      }),
    );
    return { id: row.id, caller };
  }

  /** Create a leaf with a published price from the start of the year. */
  async priced(
    code: string,
    unitPrice: string,
    more: Record<string, unknown> = {},
    standard: Record<string, unknown> = {},
  ): Promise<string> {
    return this.work(async (context) => {
      const leaf = await context.create(process, {
        processCode: code,
        processName: `工序${code}`,
        processType: 'repair',
        unit: 'time',
        sort: 10,
        ...more,
      });
      await context.create(pieceStandard, {
        pieceworkProcessId: leaf.id,
        standardName: `标准${code}`,
        unitPrice,
        difficultyCoef: '1',
        effectiveFrom: '2026-01-01',
        publishStatus: 'published',
        ...standard,
      });
      return leaf.id;
    });
  }

  /** Create a confirmed completion and return its id. The last member of its crew leads. */
  async done({
    crew = [],
    processId = null,
    qty = '1',
    end = '2026-11-21 11:00:00',
    completion: about = {},
    visit: went = {},
    equipmentId = null,
  }: TestJob): Promise<string> {
    this.#count += 1;
    const lead = crew[crew.length - 1][0];
    return this.work(async (context) => {
      // The rules of the lower rooms have their own tests: here their papers are inserted directly.
      const one = async (paper: AnyPaper, row: Record<string, unknown>): Promise<{ id: string }> =>
        (await context.createAll(paper, [row]))[0] as { id: string };
      const [registrationFormId, customerId, dept] = [
        await context.sql.query<{ id: string }>('select next_id($1)::text as id', [Date.parse('2026-11-01')]),
        null,
        await context.sql.query<{ id: string }>(
          "select id::text as id from blade_dept where tenant_id = '000000' limit 1",
        ),
      ];
      const form = await one(dispatchForm, {
        registrationFormId: registrationFormId[0].id,
        registrationNo: `DJ${this.#count}`,
        customerName: `客户${this.#count}`,
        customerId,
        customerServiceTeam: 'east',
        deptId: dept[0].id,
        planMinutes: 60,
        workContent: '维修',
        dispatchStatus: 'completed',
      });
      for (const [technicianId, shareRatio] of crew)
        await one(crewMember, {
          dispId: form.id,
          technicianId,
          technicianName: '技师',
          crewRole: technicianId === lead ? 'lead' : 'assist',
          shareRatio,
          joinTime: '2026-01-01 08:00:00',
          isCurrent: true,
        });
      const trip = await one(visit, {
        dispId: form.id,
        technicianId: lead,
        planStart: '2026-11-20 09:00:00',
        planEnd: '2026-11-20 12:00:00',
        taskStatus: 'confirmed',
        workMinutes: 60,
        arriveDistance: 50,
        ...went,
      });
      const row = await one(completion, {
        dispId: form.id,
        dispatchListId: trip.id,
        receiptsType: 'repair',
        repairType: 'boiler',
        technicianId: lead,
        crewNames: '班组',
        startTime: `${end.slice(0, 10)} 09:00:00`,
        endTime: end,
        visitResult: 'done',
        maintenanceContent: '更换水泵',
        weibao: 'paid',
        laborFee: '120',
        receivableAmount: '120',
        practicalAmount: '120',
        completeStatus: 'confirmed',
        mileageKm: '10',
        mileageSystemKm: '10',
        mileageStatus: 'ok',
        serviceMeasure: 'replacePart',
        ...about,
      });
      if (processId)
        await one(completionEquipment, { completionId: row.id, equipmentName: '壁挂炉', processId, qty, equipmentId });
      return row.id;
    });
  }

  /** Create the piece of a completion, as the product does when the completion is confirmed. Return the piece. */
  async make(completionId: string): Promise<Piece> {
    return this.work(async (context) => {
      const made = await context.call(makePiece, { completionId });
      if (!made) throw new Error('no piece was made');
      return context.get(piece, made.pieceId);
    });
  }

  async piece(job: TestJob): Promise<Piece> {
    return this.make(await this.done(job));
  }

  get(id: string): Promise<Piece> {
    return this.work((context) => context.get(piece, id));
  }

  lines(id: string): Promise<Row<typeof pieceLine>[]> {
    return this.work(async (context) => (await context.find(pieceLine, { pieceId: id }, { limit: 1000 })).reverse());
  }
}
