import { kindOf } from '#kernel/fields/kinds.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';

/** Names of fields that identify a thing or a person. */
const IDENTITY =
  /(?:No|Code|Serial|Mac|Imei|Iccid|Barcode|Card|Plate|Phone|Mobile|Tel|Number|[gG]uid|Sn)$|^(?:no|code|serial|mac|imei|iccid|barcode|plate|phone|mobile|tel|sn|guid)$/;

const REGION = 'the state writes it in digits, and only its list is stored';
const NAME = 'a name of the configuration, whose case counts';
const ROOM = 'a part of an address, compared with the other parts';
const FAULT = 'as the device sends it: its signs and its case count';

/** Text fields with such a name that are compared as they are written, each with the reason. No entry is added lightly. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ['numberRule.ruleCode', 'the name of a table'],
  ['customer.roomNo', ROOM],
  ['roomAddress.roomNo', ROOM],
  ['premises.areaCode', 'the name of an area of work'],
  ['repairForm.troubleCode', FAULT],
  ['registration.troubleCode', FAULT],
  ['troubleCode.code', FAULT],
  ['troubleCategory.categoryCode', FAULT],
  ['household.appguid', 'an id of another system, compared as it was sent'],
  ['thingModel.modelCode', 'part of addresses on the wire, where case counts'],
  ['connectionModel.modelCode', NAME],
  ['connectionPoint.pointCode', 'the identifier of a property, where case counts'],
  ['instruction.instructionCode', NAME],
  ['alarmRule.ruleCode', NAME],
  ['upgradeTask.areaCode', REGION],
  ['dataModel.modelCode', NAME],
  ['oss.ossCode', NAME],
  ['sms.smsCode', NAME],
  ['user.code', 'published clients send it as it was stored, and nothing is found by it'],
  ['post.postCode', NAME],
  ['menu.code', NAME],
  ['topMenu.code', NAME],
  ['dict.code', NAME],
  ['dictBiz.code', NAME],
  ['dataScope.resourceCode', NAME],
  ['apiScope.resourceCode', NAME],
  ['region.code', REGION],
  ['region.parentCode', REGION],
  ['region.provinceCode', REGION],
  ['region.cityCode', REGION],
  ['region.districtCode', REGION],
  ['region.townCode', REGION],
  ['region.villageCode', REGION],
  ['tenant.contactNumber', 'a phone of any country, shown and never compared'],
]);

/**
 * Return the text fields whose names say that they identify a thing or a person, though two spellings of their value
 * would be two. Values that the product writes are exempt: it has read or numbered them.
 */
export function identityFaults(papers: readonly AnyPaper[]): string[] {
  const compared = new Set(
    papers.flatMap((paper) =>
      fieldsOf(paper)
        .filter(([name, field]) => {
          const { code } = field as { readonly code?: boolean };
          const isLine = kindOf(field).freeText === 'line';
          return isLine && IDENTITY.test(name) && !code && !field.auto && !field.secret && !field.wire;
        })
        .map(([name]) => `${paper.name}.${name}`),
    ),
  );
  return [
    ...[...compared]
      .filter((name) => !WRITTEN.has(name))
      .map((name) => `${name} identifies something: give it \`code: true\` or a kind such as phone or mac.`),
    ...(papers.some((paper) => paper.name === 'numberRule')
      ? [...WRITTEN.keys()]
          .filter((name) => !compared.has(name))
          .map((name) => `${name} needs no exemption any more (tools/check/definitions/identity-faults.ts).`)
      : []),
  ];
}
