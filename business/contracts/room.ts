import type { Room } from '#kernel/language/room.ts';
import { baseScheme } from './catalogue/base-scheme.paper.ts';
import { schemeType } from './catalogue/scheme-type.paper.ts';
import * as dictionaries from './dictionaries.ts';
import { schemeEquipment } from './parts/scheme-equipment.paper.ts';
import { schemeSupplies } from './parts/scheme-supplies.paper.ts';
import { schemeRecord } from './scheme/scheme-record.paper.ts';
import { scheme } from './scheme/scheme.paper.ts';
import { schemeUse } from './uses/scheme-use.paper.ts';

/** Service contracts: their types and templates, what was sold, and the visits that orders use of them. */
export default {
  name: 'contracts',
  title: ['方案保养', 'Service contracts'],
  needs: [
    'masterdata',
    'customers',
    'messaging',
    'materials',
    'intake',
    'dispatch',
    'completion',
    'billing',
    'piecework',
  ],
  load: 'later',
  topMenu: 'maintenance',
  papers: [schemeType, baseScheme, scheme, schemeEquipment, schemeSupplies, schemeRecord, schemeUse],
  dictionaries: Object.values(dictionaries),
  groups: [{ code: 'schemes', label: ['方案保养', 'Service contracts'], icon: 'shield-check', sort: 40 }],
  parameters: [
    {
      key: 'as.scheme.allowUnpaid',
      label: ['未付清的方案可以生效（true/false）', 'Contracts may be activated before they are paid (true/false)'],
      initial: 'false',
    },
  ],
} satisfies Room;
