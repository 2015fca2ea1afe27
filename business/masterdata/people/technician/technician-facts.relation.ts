import { relation } from '#kernel/server';
import { technician } from './technician.paper.ts';

/** Fields that SQL statements of other rooms may read. */
export const technicianFacts = relation(technician, [
  'userId',
  'realName',
  'deptId',
  'customerServiceTeam',
  'technicianLevel',
  'employType',
  'technicianStatus',
  'skills',
  'firstFixRate',
  'baseSalary',
  'hireDate',
  'leaveDate',
  'homeLocation',
]);
