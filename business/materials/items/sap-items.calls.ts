import { dict } from '#kernel/fields/dict/dict.ts';
import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { price } from '#kernel/fields/price/price.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, several } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, page, record, yesOrNo } from '#kernel/language/calls/shape.ts';
import { materialType, unit } from '../dictionaries.ts';
import { material } from './material.paper.ts';

export const MAX_SAP_ITEMS = 500;

/** The items of SAP, marked where they are imported already. */
export const sapMaterials = call(material, 'sapMaterialPage', {
  method: 'GET',
  needs: 'view',
  title: ['SAP物料分页', 'Page of the materials in SAP'],
  query: {
    current: pageNumber(),
    size: pageSize(10, MAX_SAP_ITEMS),
    itmsGrpNam: text(['物料组', 'Material group'], { max: 64 }),
    itemCode: text(['物料编码', 'Material code'], { max: 50 }),
    itemName: text(['物料名称', 'Material name'], { max: 200 }),
    whsCode: text(['SAP仓库', 'SAP warehouse'], { max: 20 }),
  },
  answer: page(
    record({
      itemCode: anyText,
      itemName: anyText,
      itmsGrpCod: anyNumber,
      itmsGrpNam: anyText,
      spec: anyText,
      unit: dict(unit, ['单位', 'Unit'], { required: true }),
      barcode: anyText,
      salePrice: price(['销售单价', 'Sale price'], { required: true }),
      costPrice: price(['成本单价', 'Cost price'], { required: true }),
      validFor: yesOrNo,
      onHand: anyText,
      materialType: dict(materialType, ['物料类型', 'Material type'], { required: true }),
      imported: yesOrNo,
      materialId: anyText,
      priceDiffers: yesOrNo,
    }),
  ),
});

export const takeSapMaterials = call(material, 'importSapMaterial', {
  method: 'POST',
  needs: 'import',
  title: ['从SAP导入所选物料', 'Take chosen materials over from SAP'],
  body: {
    itemCodes: several(['物料编码', 'Material codes'], text(['物料编码', 'Material code'], { max: 50 }), {
      required: true,
      most: MAX_SAP_ITEMS,
    }),
  },
  answer: record({ created: list(anyText), updated: list(anyText) }),
});
