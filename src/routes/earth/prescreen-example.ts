import type { Read } from '../../earth/types.ts'
import { prescreenReply } from './prescreen-reply.ts'

const HANSEN = {
  version: 'v1.13',
  year: 2025,
  resolution_m: 30,
  tile: '20N_080W',
  row: 5362,
  col: 33144,
  attribution: 'Source: Hansen/UMD/Google/USGS/NASA',
}
const lossyear: Read = { outcome: 'value', value: 22, at: { layer: 'hansen_lossyear', ...HANSEN } }
const datamask: Read = { outcome: 'value', value: 1, at: { layer: 'hansen_datamask', ...HANSEN } }
const forest2020: Read = {
  outcome: 'value',
  value: 1,
  at: {
    layer: 'gfc2020',
    version: 'V4',
    year: 2020,
    resolution_m: 10,
    tile: 'N20_W80',
    row: 16092,
    col: 99432,
    attribution: 'Source: EC JRC',
  },
}

const pins = [{ lat: 18.6595, lng: -71.7138, name: 'upper field' }]

/** What the reads come to depends on the layers that a host reaches: a test holds the reply to its schema. */
export const EXAMPLE = {
  name: 'a pin where tree cover was lost in 2022',
  input: { pins },
  output: prescreenReply(
    pins,
    [
      {
        lossyear,
        datamask,
        forest2020,
        loss: { kind: 'after_cut_off', year: 2022 },
        landCover: null,
        vegetation: null,
      },
    ],
    { plausibly_farmland: 0.6, something_growing: 0.4 },
  ),
}
