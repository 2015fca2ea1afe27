import { begun, type CrashCompany, ENDS, found, made, take } from '../../../server/tests/crash-company.ts';

const FORMS = 'blade-maintenance/webApi/asrepairform';

/** An act to measure. `prepare` creates its rows and returns a function that sends the call. */
export interface Scene {
  readonly name: string;
  prepare(nth: number): Promise<() => Promise<unknown>>;
}

/** Reason of an act by the administrator, who does the work of the desk here. */
const reason = '前台未到岗';

const formOf = ({ customerId, machineId }: CrashCompany, nth: number): Record<string, unknown> => ({
  customerId,
  equipmentId: machineId,
  repairType: 'floorHeat',
  faultCategory: 'noHeat',
  troubleCode: 'E1',
  urgency: 'high',
  description: `第${nth}次`,
  expectDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  expectSlot: 'any',
  location: '121.52,31.21',
  remark: '备注',
  separate: true,
  reason,
});

/** Return the acts to measure, by calls of a server with an empty company. */
export async function scenesAt(base: string): Promise<Scene[]> {
  const company = await found(base);
  const send = (path: string, body: Record<string, unknown>): Promise<Record<string, string>> =>
    made(base, company.desk.token, path, body);
  return [
    {
      name: 'create',
      prepare: (nth) => Promise.resolve(() => send(`${FORMS}/submit`, formOf(company, nth))),
    },
    {
      name: 'accept',
      async prepare(nth) {
        const { id } = await send(`${FORMS}/submit`, formOf(company, nth));
        return () => send(`${FORMS}/act`, { ids: [id], action: 'accept', reason });
      },
    },
    {
      name: 'submit and accept',
      prepare: (nth) => Promise.resolve(() => send(`${FORMS}/submit`, { ...formOf(company, nth), then: 'accept' })),
    },
    {
      name: 'batchSave',
      async prepare(nth) {
        const visit = begun(company.men[nth % company.men.length], nth);
        while (visit.step < ENDS) await take(company, visit);
        return () => take(company, visit);
      },
    },
  ];
}
