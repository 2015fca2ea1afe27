import { describe, expect, test } from 'vitest';
import type { Field } from '#kernel/language/field.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { AnyPaper, ReferencePath } from '#kernel/language/paper.ts';
import { ownJobs, ownOrders, ownTechnician } from '#business/masterdata/own-jobs.rules.ts';
import { ownStore } from '#business/materials/stores/own-stores.rules.ts';
import { ownPieces, ownTechnicianRow } from '#business/piecework/own-rows.rules.ts';
import { rooms } from '../rooms.ts';

const papers = new Map<string, AnyPaper>(rooms.flatMap((room) => room.papers).map((paper) => [paper.name, paper]));
const fieldOf = (paper: AnyPaper | undefined, name: string): Field | undefined =>
  (paper?.fields as Record<string, Field> | undefined)?.[name];

const isYesOrNo = (field: Field | undefined): boolean =>
  field !== undefined && Object.hasOwn(kindOf(field).choices ?? {}, 'true');

/**
 * Return whether a field refers to a person. `createUser` and `updateUser` do so too: every table has these columns,
 * but no paper defines them as fields.
 */
const isPerson = (field: Field | undefined, name: string): boolean =>
  field ? kindOf(field).subject === 'person' : ['createUser', 'updateUser'].includes(name);

/**
 * Return the target of a field, by which two fields are compared. For `id` and references it is a paper, for other
 * fields their kind and name. Undefined: there is no such field.
 */
const targetOf = (paper: AnyPaper, name: string): string | undefined => {
  const field = fieldOf(paper, name);
  return name === 'id' ? paper.name : (field?.paper ?? (field && `${field.kind} ${name}`));
};

/** Return why a path does not lead from a row to a person, or null if it does. */
function breakIn(start: AnyPaper, { steps, person }: ReferencePath): string | null {
  let at = start;
  for (const { paper: name, at: there, on: here, when } of steps) {
    const next = papers.get(name);
    if (!next) return `there is no ${name}`;
    const [left, right] = [targetOf(at, here), targetOf(next, there)];
    if (!left || left !== right) return `${at.name}.${here} and ${name}.${there} do not meet`;
    const unknown = Object.keys(when ?? {}).find((flag) => !isYesOrNo(fieldOf(next, flag)));
    if (unknown) return `${name}.${unknown} is no flag`;
    at = next;
  }
  return isPerson(fieldOf(at, person), person) ? null : `${at.name}.${person} is no person`;
}

const ways = [...papers.values()].flatMap((paper) =>
  [...(paper.mine ?? []), ...(paper.workers ?? [])].map((path) => [paper.title[0], paper, path] as const),
);

test.for(ways)(
  '%s：从单据走到干活的人，每一步都接得上 every path from a row to its worker is valid',
  ([, paper, path]) => {
    expect(breakIn(paper, path)).toBeNull();
  },
);

describe('走到谁那里 whose it is', () => {
  const lastStep = (path: ReferencePath) => path.steps.at(-1);

  test('所有的路都止于技师的账号 all paths end at the account of a technician', () => {
    for (const path of [
      ...ownJobs('id'),
      ...ownTechnician,
      ...ownOrders('customerId', 'id'),
      ...ownTechnicianRow,
      ...ownPieces('id'),
      ownStore('warehouseId'),
    ]) {
      expect(lastStep(path)).toMatchObject({ paper: 'technician', at: 'id', on: 'technicianId' });
      expect(path.person).toBe('userId');
    }
  });

  test('换下来的组员不再看得到那张单：只算现在的班组 only the current crew counts', () => {
    for (const [path] of [ownJobs('id'), ownJobs('dispId'), ownOrders('id', 'registrationFormId')]) {
      const crew = path.steps.find((step) => step.paper === 'crewMember');
      expect(crew?.when).toEqual({ isCurrent: true });
    }
  });

  test('出库与入库的车载库都算自己的 a movement belongs to the technician of either store', () => {
    for (const field of ['warehouseId', 'fromWarehouseId', 'toWarehouseId'] as const)
      expect(ownStore(field).steps[0]).toMatchObject({ paper: 'warehouse', at: 'id', on: field });
    expect(
      papers
        .get('stockMove')!
        .mine!.map((path) => path.steps[0].on)
        .toSorted(),
    ).toEqual(['fromWarehouseId', 'toWarehouseId']);
  });
});
