import { day } from '#kernel/fields/day/day.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { toolStatus } from '../dictionaries.ts';

/** Tools counted by quantity are in several states at once: they stay in the store, and the verbs name a quantity. */
const qty = quantity(['数量', 'Quantity'], { help: ['按数量管理的工具填写', 'For tools counted by quantity'] });

/** A tool: in the store, handed out, in repair, calibrated, lost or scrapped. */
export const toolLifecycle = lifecycle({
  field: 'toolStatus',
  states: toolStatus,
  actions: {
    send: {
      label: ['送修/送校', 'Send away'],
      from: ['inStock'],
      to: 'repairing',
      or: ['calibrating', 'inStock'],
      roles: ['as_store'],
      asks: { to: dict(toolStatus, ['送往', 'Reason'], { required: true, example: 'repairing' }), qty },
      said: ['已送出', 'Sent away'],
      icon: 'wrench',
    },
    back: {
      label: ['送回', 'Back'],
      from: ['repairing', 'calibrating', 'inStock'],
      to: 'inStock',
      roles: ['as_store'],
      asks: { qty },
      said: ['已回库', 'Back in the store'],
      icon: 'undo-2',
    },
    calibrated: {
      label: ['已校准', 'Calibrated'],
      from: ['inStock', 'calibrating'],
      to: 'inStock',
      roles: ['as_store'],
      asks: { calibrateDue: day(['下次校准', 'Next calibration'], { required: true }) },
      said: ['已登记校准', 'The calibration is stored'],
      icon: 'check',
    },
    scrap: {
      label: ['报废', 'Scrap'],
      from: ['inStock', 'repairing', 'calibrating'],
      to: 'scrapped',
      or: ['inStock'],
      roles: ['as_store_lead', 'as_manager'],
      asks: { reason: text(['报废原因', 'Reason'], { required: true, max: 255, wide: true }), qty },
      said: ['已报废', 'Scrapped'],
      icon: 'ban',
      danger: true,
    },
  },
  moves: [
    ['*', 'inStock', 'submit'],
    ['inStock', 'out', 'handOut'],
    ['out', 'inStock', 'return'],
    ['out', 'repairing', 'return'],
    ['out', 'lost', 'lost'],
  ],
  editable: {
    inStock: 'all',
    repairing: 'all',
    calibrating: 'all',
    out: ['calibrateDue', 'needCalibrate', 'imageFile', 'remark'],
  },
  removable: ['inStock'],
  ends: ['lost', 'scrapped'],
});
