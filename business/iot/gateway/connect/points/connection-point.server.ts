import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refusePoint as refuse } from '../refusals.ts';
import { addressProblem, registersOf } from './address.rules.ts';
import { connectionModel } from './connection-model.paper.ts';
import { connectionPoint } from './connection-point.paper.ts';
import { pointProblem } from './point.rules.ts';

type Point = Row<typeof connectionPoint>;
type Model = Pick<Row<typeof connectionModel>, 'protocol' | 'dataFormat'>;

/** Refuse a point whose address or bits do not fit the protocol of its model. */
export function assertFits(
  model: Model,
  point: Pick<Point, 'pointCode' | 'address' | 'dataType' | 'bitIndex' | 'bitCount' | 'scale'>,
): void {
  const words = addressProblem(model.protocol, model.dataFormat, point.address);
  if (words) throw refuse.pointWrong({ words, code: point.pointCode }, { fields: [{ field: 'address', words }] });
  const span = model.protocol.startsWith('modbus') ? registersOf(point.address) : null;
  const problem = pointProblem(point, span);
  if (problem) throw refuse.pointWrong({ words: problem.words, code: point.pointCode }, { fields: [problem] });
}

const modelOf = async (context: Context, id: string): Promise<Model | undefined> =>
  (await context.find(connectionModel, { id }, { first: 1 }))[0];

export default behaviour<typeof connectionPoint>(connectionPoint, {
  computed: {
    makerNumber: `(select case when m.protocol like 'modbus%' and t.address ~ '^[0134]:[0-9]{1,5}:[0-9]{1,3}$' then
      split_part(t.address, ':', 1) || lpad((split_part(t.address, ':', 2)::int + 1)::text, case when split_part(t.address, ':', 2)::int < 9999 then 4 else 5 end, '0') end
      from iot_connection_model m where m.tenant_id = t.tenant_id and m.id = t.connection_model_id)`,
  },
  async saving(context, { before, values }) {
    const after = { ...before, ...values } as Point;
    const model = await modelOf(context, after.connectionModelId);
    if (model) assertFits(model, after);
  },
  apart: true,
});
