import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, bothLanguages, list, record } from '#kernel/language/calls/shape.ts';
import { materialShipment } from '../../shipment/material-shipment.paper.ts';

const figure = record({
  name: anyText,
  label: bothLanguages,
  /** Cases that are as they should be. */ good: anyNumber,
  /** All cases; 0: there is nothing to measure. */ all: anyNumber,
  /** The wanted share in percent. */ target: anyNumber,
  /** The cases that are counted. */ of: bothLanguages,
  /** Page with the cases that lower the figure. */ to: anyText,
});

/** The figures that a storekeeper can move. */
export const storeFigures = call(materialShipment, 'storeFigures', {
  method: 'GET',
  needs: 'view',
  title: ['仓库指标', 'Warehouse figures'],
  answer: list(figure),
});

export type StoreFigure = AnswerOf<typeof figure>;
