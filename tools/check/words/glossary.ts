/** A term of the trade, which has one word in each language on every screen. */
export interface GlossaryTerm {
  readonly zh: string;
  readonly en: string;
  /** The plural, if the rules of spelling do not give it. */ readonly plural?: string;
  /** The same word as a verb or as a state. */ readonly forms?: readonly string[];
  /** Words for the term that labels must not use. */ readonly not?: readonly string[];
}

/** Terms of field service, in the words that usual software of this field has. */
export const GLOSSARY: readonly GlossaryTerm[] = [
  { zh: '报修单', en: 'repair request', not: ['repair form', 'repair order', 'ticket'] },
  { zh: '登记单', en: 'work order', not: ['registration', 'registration form', 'job order'] },
  { zh: '维保登记单', en: 'work order', not: ['registration', 'registration form'] },
  { zh: '派工单', en: 'dispatch order', not: ['dispatch form', 'dispatch sheet', 'assignment'] },
  { zh: '派工任务', en: 'visit', not: ['task', 'job'] },
  { zh: '派工看板', en: 'dispatch board' },
  { zh: '派工', en: 'dispatch', forms: ['dispatched'] },
  {
    zh: '催单',
    en: 'follow-up call',
    forms: ['follow-up', 'followed up'],
    not: ['urge', 'urged', 'chase', 'chased', 'chaser', 'reminder'],
  },
  { zh: '被催', en: 'followed up', plural: 'followed up', not: ['urged', 'chased'] },
  { zh: '延期登记', en: 'delay' },
  { zh: '完工登记', en: 'completion', not: ['completion form', 'finish form'] },
  { zh: '服务档案', en: 'service file', not: ['service record'] },
  { zh: '客户', en: 'customer' },
  { zh: '设备档案', en: 'equipment', plural: 'equipment', not: ['equipments'] },
  { zh: '楼盘', en: 'premises', plural: 'premises', not: ['building estate'] },
  { zh: '技师', en: 'technician', not: ['engineer', 'fitter', 'mechanic'] },
  { zh: '班组', en: 'team' },
  { zh: '技能', en: 'skill' },
  { zh: '厂家', en: 'manufacturer', not: ['maker', 'vendor'] },
  { zh: '整机质保', en: 'unit warranty', plural: 'unit warranties', not: ['guarantee'] },
  { zh: '配件质保', en: 'part warranty', plural: 'part warranties', not: ['guarantee'] },
  { zh: '质保', en: 'warranty', plural: 'warranties', not: ['guarantee'] },
  { zh: '脱保', en: 'out of warranty', plural: 'out of warranty' },
  { zh: '维保方案', en: 'service contract', not: ['scheme'] },
  { zh: '服务卡', en: 'service card' },
  { zh: '保养计划', en: 'maintenance plan', not: ['plan occurrence'] },
  { zh: '物料', en: 'material', not: ['goods item'] },
  { zh: '配件', en: 'part', not: ['accessory', 'accessories', 'spare'] },
  { zh: '耗材', en: 'consumable' },
  { zh: '仓库', en: 'warehouse', not: ['store'] },
  { zh: '库存', en: 'stock', plural: 'stock' },
  { zh: '序列号', en: 'serial no.', plural: 'serial nos.' },
  { zh: '发票', en: 'invoice' },
  { zh: '计件单', en: 'piecework record', not: ['piece-work', 'piece-work sheet'] },
  { zh: '计件标准', en: 'piece rate', not: ['piece-work standard'] },
  { zh: '计件工序', en: 'process', plural: 'processes' },
  { zh: '计件工资', en: 'piecework', plural: 'piecework', not: ['piece-work'] },
  { zh: '工资单', en: 'payslip', not: ['wage sheet', 'wage slip', 'salary sheet', 'salary'] },
  { zh: '工资条', en: 'printed payslip', not: ['wage strip', 'strip'] },
  { zh: '工资期间', en: 'pay period', not: ['wage period'] },
  { zh: '工资明细', en: 'pay line', not: ['wage line'] },
  { zh: '工资异议', en: 'pay dispute', not: ['wage dispute'] },
  { zh: '底薪', en: 'base pay', plural: 'base pay', not: ['base salary'] },
  { zh: '营销提成', en: 'commission' },
  { zh: '值班', en: 'on call', plural: 'on call', not: ['duty'] },
  { zh: '里程', en: 'mileage', plural: 'mileage' },
  { zh: '请假单', en: 'leave request', not: ['leave form'] },
  { zh: '附件分类', en: 'attachment type', not: ['annex', 'annex class'] },
  { zh: '岗位', en: 'position', not: ['post'] },
];
