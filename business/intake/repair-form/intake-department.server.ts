import { isId } from '#kernel/fields/ref/ref.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import type { Form } from './intake.server.ts';

/**
 * The department of a form that nobody of customer service made: of the product itself, or from an alarm. By `as.intake.deptId`, else that
 * of the customer, so that those who serve him see it.
 */
export async function intakeDepartment(
  context: Context,
  { source, customerId }: Partial<Form>,
): Promise<{ readonly createDept?: string }> {
  if (source !== 'iot' && context.person.departments.length > 0) return {};
  const chosen = await context.parameter('as.intake.deptId');
  if (isId(chosen)) return { createDept: chosen };
  const [of] = customerId ? await context.find(customer, { id: customerId }, { first: 1 }) : [];
  return of?.createDept ? { createDept: of.createDept } : {};
}
