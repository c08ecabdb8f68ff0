import {
  DECIDE_FOR_YOURSELF,
  METHOD,
  NOT_A_GUARANTEE,
  RUN_IT_YOURSELF,
  WHY_NOT_BLUR,
} from '../../measure/redact/sentences.ts'
import { PEOPLE_DETECTOR } from '../../perceive/people/id.ts'
import { DETECTOR_FLOOR } from '../../perceive/people/people.ts'

/** A plain wall: the smallest picture in which nobody is. */
const WALL = [
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABICAIAAACGBWc0AAAA0ElEQVR4nO3ZwQ3CMADF0M6dEdjA2zIBXBD6OTwpE1j+bto+55VzPkN40DlfFQEogPpl',
  'JQwKoBjU/x41JhZAMSgTa3Wh1aAAikGZWBrUnd8VRDqAYlAmlgY177FIB1AMysSad8dFMYBiUCbWPEBeVgMoBmViaVDzGIt0AMWgTKx5dFwUAygGZWJd',
  'cvxZDaAYlImlQc17LNIBFIMysebdcVEMoBiUiTUPkJfVAIpBmVga1DzGIh1AMSgTax4dF8UAikGZWJccf1YDKAZlYq0a9AZn5JGG5XJ81wAAAABJRU5E',
  'rkJggg==',
].join('')

export const REDACT_EXAMPLE = {
  name: 'a wall, and nobody before it',
  input: { image_base64: WALL },
  output: {
    image_base64: WALL,
    redacted: 0,
    boxes: [],
    scores: [],
    regions: [],
    floor: 0.05,
    detector: PEOPLE_DETECTOR,
    detector_floor: DETECTOR_FLOOR,
    near_the_floor: [],
    below_the_floor: 44,
    floor_not_achieved: false,
    still_found: [],
    floor_unverified: false,
    send_to_a_person: false,
    send_to_a_person_because: [],
    method: METHOD,
    why_not_blur: WHY_NOT_BLUR,
    this_is_not_a_guarantee: NOT_A_GUARANTEE,
    run_it_yourself: RUN_IT_YOURSELF,
    decide_for_yourself: DECIDE_FOR_YOURSELF,
    image: {
      sha256: 'f0e8373e317b64484ec8e0e8c10865854a9dde6207726cc846c8b7c4427ad4c6',
      bytes: 265,
      width: 96,
      height: 72,
      media_type: 'image/png',
      redacted_sha256: '10018005748928fd6f4e2e2e6d727c4495b166de5e51549170e850bcfb996235',
    },
  },
}
