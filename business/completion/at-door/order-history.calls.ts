import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, list, nullable, of, record } from '#kernel/language/calls/shape.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';

/** Earlier orders of a home, a customer or a machine, each with its result. */
export const registrationHistory = call(registration, 'registrationHistory', {
  method: 'GET',
  needs: 'view',
  title: ['历史登记单', 'Earlier work orders'],
  query: {
    registerMainId: id(['服务档案', 'Service file']),
    customerId: id(['客户', 'Customer']),
    equipmentId: id(['设备', 'Equipment']),
  },
  answer: list(
    of(registration, null, {
      result: nullable(
        record({
          visitResult: anyText,
          resultTime: nullable(anyText),
          technicianName: nullable(anyText),
          completionNo: nullable(anyText),
          faultCause: nullable(anyText),
          serviceMeasure: nullable(anyText),
          resultContent: nullable(anyText),
        }),
      ),
    }),
  ),
});
