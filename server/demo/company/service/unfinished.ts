import { must } from '#kernel/language/must.ts';
import type { VisitResult } from '#business/dispatch/visit/visit-states.rules.ts';

/** Return the texts of a visit that did not finish the work; `part` is the name of a missing part. */
export function unfinished(result: VisitResult, part: string | undefined): Record<string, unknown> {
  const missing = part ?? '备件';
  const words: Partial<Record<VisitResult, readonly [content: string, cause: string, measure: string]>> = {
    noFault: ['现场连续运行三十分钟未复现，参数正常，已告知客户观察方法', 'noFault', 'guide'],
    checkOnly: ['检查各部位运行参数，已向客户说明处理方案与报价，客户暂不处理', 'noFault', 'guide'],
    needParts: [`检查确认${missing}损坏，车上无备件，已登记调拨，到货后再约`, 'wear', 'adjust'],
    needExpert: ['控制部分需厂家工程师检测，已拍照上报，约厂家一同上门', 'quality', 'adjust'],
    needMoreWork: ['工作量超出预估，本次已完成前期处理，约定再次上门完成', 'lack', 'adjust'],
    reappoint: ['客户临时有事需外出，本次已做初步检查，约定改日继续', 'lack', 'adjust'],
  };
  const [maintenanceContent, faultCause, serviceMeasure] = words[result] ?? must(words.checkOnly, 'checkOnly');
  return { maintenanceContent, faultCause, serviceMeasure };
}
