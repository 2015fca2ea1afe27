import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { auditAction } from '../dictionaries.ts';
import { pieceStatus } from '#business/completion/dictionaries.ts';
import { ownPieces } from '../own-rows.rules.ts';
import { pieceRights } from '../rights.rules.ts';
import {
  anyNumber,
  anyText,
  either,
  list,
  map,
  nullable,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';

/** The flags of a new piece, or its corrected lines, each with the fields that were corrected. */
const changesShape = record({
  flags: optional(list(record({ flag: anyText, detail: optional(nullable(anyText)) }))),
  lines: optional(list(map(nullable(either(anyText, anyNumber, yesOrNo))))),
  maintenanceContent: optional(anyText),
});

/** One step of the audit of a piece, with the amounts before and after. */
export const auditRecord = paper('auditRecord', {
  title: ['审核记录', 'Audit record'],
  table: 'pieceworkauditrecord',
  path: 'blade-maintenance/webApi/pieceworkauditrecord',
  rights: { read: pieceRights.read, export: pieceRights.export },
  team: { through: 'pieceId', paper: 'piece' },
  mine: ownPieces('pieceId'),
  caption: 'pieceNo',
  hint: ['auditAction'],
  search: ['pieceNo', 'remark'],
  readOnly: true,
  fields: {
    pieceId: ref('piece', ['计件单', 'Piecework record'], { auto: true, filter: 'exact' }),
    pieceNo: text(['计件单号', 'Piecework no.'], { auto: true, list: true, filter: 'like', max: 32, width: 150 }),
    auditAction: dict(auditAction, ['操作', 'Action'], { auto: true, list: true, filter: 'exact' }),
    fromStatus: dict(pieceStatus, ['原状态', 'From'], { auto: true, list: true }),
    toStatus: dict(pieceStatus, ['新状态', 'To'], { auto: true, list: true }),
    amountBefore: money(['变更前金额', 'Amount before'], { auto: true, list: true }),
    amountAfter: money(['变更后金额', 'Amount after'], { auto: true, list: true }),
    changes: structured(['变更明细', 'Changes'], { auto: true, shape: changesShape }),
    auditUser: person(['操作人', 'By'], { auto: true, list: true, filter: 'exact' }),
    auditTime: moment(['操作时间', 'Time'], { auto: true, list: true, filter: 'range' }),
    remark: text(['意见', 'Remark'], { auto: true, isProductText: true, list: true, max: 1100, wide: true }),
  },
  card: ['pieceNo', 'auditAction', 'auditUser', 'auditTime'],
  menu: { group: 'piecework', icon: 'history', path: '/maintenance/pieceworkauditrecord', sort: 90 },
});
