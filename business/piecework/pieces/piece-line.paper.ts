import { dict } from '#kernel/fields/dict/dict.ts';
import { money } from '#kernel/fields/money/money.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { rate } from '#kernel/fields/rate/rate.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { collectSource } from '../dictionaries.ts';
import { ownTechnicianRow } from '../own-rows.rules.ts';
import { pieceRights } from '../rights.rules.ts';
import { crew } from './piece-lifecycle.rules.ts';

/** One technician’s part of one process of a piece, with its price and factors. */
export const pieceLine = paper('pieceLine', {
  title: ['计件采集', 'Piecework line'],
  table: 'aspieceworkcollect',
  path: 'blade-maintenance/webApi/aspieceworkcollect',
  rights: pieceRights,
  team: { through: 'pieceId', paper: 'piece' },
  mine: ownTechnicianRow,
  follows: [{ paper: 'piece', parent: 'pieceId', as: 'lines', judges: crew }],
  caption: 'technicianName',
  hint: ['amount'],
  search: ['technicianName', 'manualReason'],
  fields: {
    pieceId: ref('piece', ['计件单', 'Piecework record'], { required: true, list: true, filter: 'exact' }),
    completionEquipmentId: ref('completionEquipment', ['完工设备行', 'Completion line'], {
      auto: true,
      filter: 'exact',
    }),
    pieceworkProcessId: ref('process', ['工序', 'Process'], { required: true, list: true, filter: 'exact' }),
    standardId: ref('pieceStandard', ['计件标准', 'Piece rate'], { auto: true, filter: 'exact' }),
    technicianId: ref('technician', ['技师', 'Technician'], { required: true, list: true, filter: 'exact' }),
    technicianName: text(['姓名', 'Name'], { auto: true, list: true, filter: 'like', max: 64 }),
    qty: quantity(['数量', 'Quantity'], { required: true, list: true, initial: '1' }),
    unitPrice: price(['单价', 'Unit price'], { auto: true, list: true }),
    difficultyCoef: rate(['难度系数', 'Difficulty'], { auto: true, list: true }),
    qualityCoef: rate(['质量系数', 'Quality'], {
      list: true,
      initial: '1',
      help: ['0.9–1.1；本人返修为 0', '0.9–1.1; 0 for rework of one’s own'],
    }),
    timeCoef: rate(['时段系数', 'Time factor'], { list: true, initial: '1' }),
    pieceRatio: rate(['个人系数', 'Personal factor'], { auto: true, list: true }),
    shareRatio: rate(['分配比例', 'Share'], { required: true, list: true, initial: '1' }),
    amount: money(['金额', 'Amount'], { auto: true, list: true }),
    collectSource: dict(collectSource, ['采集来源', 'Origin'], { auto: true, list: true, filter: 'exact' }),
    manualReason: text(['人工调整原因', 'Manual reason'], { needed: true, list: true, max: 255, wide: true }),
  },
  groups: [
    {
      label: ['采集', 'Line'],
      fields: ['pieceId', 'pieceworkProcessId', 'technicianId', 'qty', 'shareRatio', 'collectSource'],
    },
    {
      label: ['计价', 'Price'],
      fields: [
        'standardId',
        'unitPrice',
        'difficultyCoef',
        'qualityCoef',
        'timeCoef',
        'pieceRatio',
        'amount',
        'manualReason',
      ],
    },
  ],
  views: {
    manual: { label: ['人工', 'By hand'], filter: { collectSource: 'manual' } },
    unpriced: { label: ['无标准', 'No piece rate'], filter: { standardId_null: '1' }, worry: true },
  },
  card: ['technicianName', 'pieceworkProcessId', 'qty', 'amount'],
  menu: { group: 'piecework', icon: 'list', path: '/maintenance/aspieceworkcollect', sort: 20 },
});
