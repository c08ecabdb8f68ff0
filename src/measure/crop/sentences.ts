export const WHAT_THIS_COMPARES =
  'What the photograph shows (plants, fruit, bare ground, a room, a street, open water; by colour, texture and detected objects) with what the cell around the pin is (land cover within 50 m, and how green it was near the time of the photograph). Consistent means that nothing compared speaks against the pair and something speaks for it; it does not say that the photograph was taken there, nor which crop it shows.'

export const THE_COLOUR_STAGE_CAVEAT =
  'Colour depends on light, camera and season: the green share is no stage of growth or ripeness, and a field of ripe grain is brown as bare soil is.'

export const THE_STAGE_COMPARISON_IS_NOT_HERE_YET =
  'The stage of a crop in the photograph is not compared with its stage in the cell: no reading here establishes either.'
