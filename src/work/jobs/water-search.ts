import { searchWindow, type WaterFound, type WaterSearch } from '../../measure/water/search.ts'

/** Twelve rings of 360 bearings over 700,000 pixels take a tenth of a second. */
export default function waterSearch(search: WaterSearch): WaterFound {
  return searchWindow(search)
}
