import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call, rows, several } from '#kernel/language/calls/call.ts';
import { anyNumber, list, of, page, record } from '#kernel/language/calls/shape.ts';
import { warnStatus } from '../dictionaries.ts';
import { schemeEquipment } from './scheme-equipment.paper.ts';
import { schemeSupplies } from './scheme-supplies.paper.ts';

const at = 'blade-maintenance/webApi/asschemerelation';
const schemeId = id(['方案', 'Contract'], { required: true });
const ids = several(['明细', 'Lines'], id(['明细', 'Line']), { required: true });

export const machinesOfScheme = call(schemeEquipment, `${at}/list`, {
  method: 'GET',
  needs: 'view',
  title: ['方案设备：分页', 'Machines of a contract: page'],
  query: { schemeId, current: pageNumber(), size: pageSize(10, 1000) },
  answer: page(of(schemeEquipment)),
});

export const partsOfScheme = call(schemeEquipment, `${at}/allList`, {
  method: 'GET',
  needs: 'view',
  title: ['方案的设备与耗材', 'Machines and consumables of a contract'],
  query: { schemeId },
  answer: record({ equipment: list(of(schemeEquipment)), supplies: list(of(schemeSupplies)) }),
});

/** Adds machines to a contract, and changes those that are named by their id. */
export const saveMachines = call(schemeEquipment, `${at}/submit`, {
  method: 'POST',
  needs: 'add',
  title: ['保存方案设备', 'Save machines of a contract'],
  body: { schemeId, lines: rows(schemeEquipment, { required: true }) },
  answer: list(of(schemeEquipment)),
});

export const removeMachines = call(schemeEquipment, `${at}/removeEquipment`, {
  method: 'POST',
  needs: 'edit',
  title: ['移除方案设备', 'Remove machines of a contract'],
  query: { ids },
  answer: record({ removed: anyNumber }),
});

export const suppliesOfScheme = call(schemeSupplies, `${at}/supplieslist`, {
  method: 'GET',
  needs: 'view',
  title: ['方案耗材：按方案或到期', 'Consumables by contract or due day'],
  query: {
    schemeId: id(['方案', 'Contract']),
    dueFrom: day(['到期起', 'Due from']),
    dueTo: day(['到期止', 'Due to']),
    warnStatus: dict(warnStatus, ['预警状态', 'Warning']),
    current: pageNumber(),
    size: pageSize(10, 1000),
  },
  answer: page(of(schemeSupplies)),
});

/** Adds consumables to a contract, and changes those that are named by their id. */
export const saveSupplies = call(schemeSupplies, `${at}/submitConsumables`, {
  method: 'POST',
  needs: 'add',
  title: ['保存方案耗材', 'Save consumables of a contract'],
  body: { schemeId, lines: rows(schemeSupplies, { required: true }) },
  answer: list(of(schemeSupplies)),
});

export const removeSupplies = call(schemeSupplies, `${at}/removeSupplies`, {
  method: 'POST',
  needs: 'edit',
  title: ['移除方案耗材', 'Remove consumables of a contract'],
  query: { ids },
  answer: record({ removed: anyNumber }),
});

/** Adds the machines of the home that the contract lacks. It reports lines whose machine is gone, and removes none. */
export const syncMachines = call(schemeEquipment, `${at}/synch`, {
  method: 'POST',
  needs: 'add',
  title: ['从设备档案同步', 'Add the machines of the home'],
  query: { schemeId },
  answer: record({ added: list(of(schemeEquipment)), differences: list(of(schemeEquipment)) }),
});
