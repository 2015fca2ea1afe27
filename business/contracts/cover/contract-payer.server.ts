import { answering } from '#kernel/server';
import { contractPayer } from '#business/completion/supplies/contract-payer.service.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { consumableFacts } from '#business/materials/items/consumable-facts.relation.ts';

/** Answers who pays a part under the contracts of its order: the customer where the contract charges it. */
export const payerOfConsumables = answering(
  contractPayer,
  async (reading, { registrationFormId, materialId, schemeSuppliesId }) => {
    const [found] = await reading.sql.query<{ chargeable: boolean }>(
      `select p.chargeable from asschemesupplies p
       join asregistrationscheme u on u.tenant_id = p.tenant_id and u.scheme_id = p.scheme_id and u.registration_form_id = $2 and u.is_deleted = 0 and u.consume_status in ('locked', 'consumed')
       join ${registrationFacts} r on r.tenant_id = u.tenant_id and r.id = u.registration_form_id and r.weibao = 'plan'
       join ${consumableFacts} k on k.tenant_id = p.tenant_id and k.id = p.supplies_id
       where p.tenant_id = $1 and p.is_deleted = 0 and (p.id = $4 or $4::bigint is null and k.material_id = $3)
       order by p.chargeable, p.id limit 1`,
      [reading.tenantId, registrationFormId, materialId, schemeSuppliesId || null],
    );
    return found ? (found.chargeable ? 'customer' : 'plan') : null;
  },
);
