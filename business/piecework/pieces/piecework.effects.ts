import type { Effect } from '#kernel/language/rooms/effect.ts';

const checks = 'blade-maintenance/webApi/aspieceworkaudit';
const audit = [
  'piece',
  `piece/${checks}/updateUser`,
  `piece/${checks}/updateCompletionMaintenanceContent`,
  'pieceLine',
];

/** Papers that the product changes together with pieces, their audit and wages, each with its reason. */
export default [
  {
    by: ['completion', 'visit'],
    on: ['piece', 'pieceLine', 'pieceFlag', 'auditRecord'],
    does: ['create', 'change', 'move', 'remove'],
    because: 'a completion that is passed makes its piece, and one that is sent back drops it',
  },
  {
    by: audit,
    on: ['piece', 'pieceLine', 'pieceFlag'],
    does: ['create', 'change', 'remove'],
    because: 'to set shares and work of a piece is to write its lines and flags, and to price it anew',
    named: 'lines and flags are looked for among those of the piece alone, whose button was asked',
  },
  {
    by: [...audit, 'wagePeriod', 'wageSheet', 'wageDispute'],
    on: ['auditRecord'],
    does: ['create'],
    because: 'each step of an audit leaves its record; nobody writes these rows by hand',
  },
  {
    by: audit,
    on: ['completion'],
    does: ['change'],
    because: 'the completion shows where its piece is, and the auditor corrects the content of its work',
  },
  {
    by: [
      'piece',
      'wageLine',
      'wagePeriod',
      'wageDispute',
      'wageDispute/blade-maintenance/webApi/aspieceworkwages/answer',
    ],
    on: ['wagePeriod', 'wageSheet', 'wageLine', 'piece'],
    does: ['create', 'change', 'move', 'remove'],
    because: 'wages are calculated from pieces and lines, and their sheets and pieces follow the period',
  },
  {
    by: ['wageSheet/blade-maintenance/webApi/aspieceworkwages/dispute'],
    on: ['wageDispute'],
    does: ['submit', 'change'],
    because: 'whoever signs a sheet may dispute it: that is how a dispute is made',
    named: 'the sheet is that of the person; its values are set by the product',
  },
] satisfies Effect[];
