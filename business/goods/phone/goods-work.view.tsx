import { useGoodsWork } from './goods-state.view.tsx';

/** Keeps the goods of the day's technician on the phone. */
export default function GoodsWork(): null {
  useGoodsWork();
  return null;
}
