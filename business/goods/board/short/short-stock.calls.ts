import { call } from '#kernel/language/calls/call.ts';
import { anyNumber, anyText, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { materialShipment } from '../../shipment/material-shipment.paper.ts';

/** The materials below their safety stock, those first that last the fewest days. */
export const shortStock = call(materialShipment, 'shortStock', {
  method: 'GET',
  needs: 'sendOutTransmit',
  title: ['不够用的物料', 'Materials that run short'],
  answer: record({
    count: anyNumber,
    rows: list(
      record({
        id: anyText,
        name: anyText,
        has: anyText,
        needs: anyText,
        /** Days that the stock lasts by the use of 28 days; null: it was not used. */ days: nullable(anyNumber),
        /** Quantity on its way. */ coming: anyText,
      }),
    ),
  }),
});
