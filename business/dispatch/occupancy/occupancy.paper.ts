import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { paper } from '#kernel/language/paper.ts';
import { dispatchRights } from '../rights.rules.ts';
import { ownTechnician } from '#business/masterdata/own-jobs.rules.ts';

/**
 * The booked time of one crew member on one visit. Only actions of visits write it, and PostgreSQL refuses overlaps.
 */
export const occupancy = paper('occupancy', {
  title: ['技师占用', 'Technician booking'],
  table: 'asoccupancy',
  path: 'blade-maintenance/webApi/asoccupancy',
  rights: { read: dispatchRights.read },
  mine: ownTechnician,
  caption: 'technicianId',
  readOnly: true,
  apart: { by: ['technicianId'], from: 'occupyFrom', to: 'occupyTo', where: { isOpen: true, forced: false } },
  fields: {
    technicianId: ref('technician', ['技师', 'Technician'], { auto: true, filter: 'exact' }),
    dispatchListId: ref('visit', ['派工任务', 'Visit'], { auto: true, filter: 'exact' }),
    occupyFrom: moment(['占用开始', 'From'], { auto: true, list: true, filter: 'range' }),
    occupyTo: moment(['占用结束', 'To'], { auto: true, list: true, filter: 'range' }),
    isOpen: flag(['有效占用', 'Open'], { auto: true, list: true, filter: 'exact' }),
    forced: flag(['强制排程', 'Forced'], { auto: true, list: true, filter: 'exact' }),
  },
  under: 'visit',
});
