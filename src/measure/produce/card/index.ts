export { type CardLayout, type CardMarker, cardLayout, PAPER_MM } from './layout.ts'
export { cardPng } from './png.ts'
export { renderCardPixels } from './raster.ts'
export { LEAST_DPI, MOST_DPI, markerIds, variantOf } from './variants.ts'
