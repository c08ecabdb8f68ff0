import type { z } from 'zod'
import { MEASURES_ONLY, measuredOn } from '../../measure/produce/sentences.ts'
import { FACES, REGULATION, SEES_HALF } from '../../measure/produce/standard.ts'
import type { ProduceReply } from './reply.ts'

/** A drawn finger of 194.8 mm, two pixels a millimetre: as small as a picture that can be measured gets. */
const PICTURE = [
  'UklGRrAFAABXRUJQVlA4IKQFAACwOQCdASrMAfAAPpFIokulpKOho9QYOLASCWdu4IK9hP/H3H925c7kDxfzhyLrF/qE/QHoM+jP0deaj9svX/',
  '9O//e3zneocjG9z1uArrFRlsyEY5xzjnHOOcc7fPZmD9118xpQQC1+QJAhDD+7r7w3zVqKpMGJARo5FWmIhVI8N7XtHCiZl+9nvtXmv3V/bxV8',
  'h+sTe0AsgZX0/mO+zfKTzgG4FvJptnVTf3Kjo2hJ3bWVrDf//isP9gkvubAFw9dBXYVAIQYtKcS4mWo4uM7tQoZ0OEf/kM8f4s8XDKVoQID4nl',
  'oR0K9L+SrVqIpbuh0YuJMYNhyRP0OK8qupCh5VbpvQBkOhSefI218+HfYULZwFbEfsRqIoCWM8/jzq55nKziesJ4AWQeqYq0iYuw4O9nYOwZ3O',
  'c4IP0ZggxOXGZYk25RET7d+IJnBt2f7x2E5vrT2H653H//wDTSxTjZe/YrKrKT734grxDQVoMmyXj1UlPOa9x8dXw82VLBngtXUPAsdEExHXjm',
  '8/dBaInfLxTHLdjiSLQ97Eq3kCiCfL/5ovAUGc6cz9m5hASAkBLpP4kBICNHCiZmEY5xzi73hzi8XXeezMIx0Q8/MaLJCoNoC7D7X4gAD+9NqT',
  'Pau+t0FJpk2oKqFCKu7Q5T0QAABQhYOAAAl9BdXBHYAQMKJtTrPCJf9GxahJWSo+ifF6qUytaDm0L1oVxE4alWCgD20VBmel+vYkQILbadrJCX',
  'j37JSoVWUMVsZG6SwIKHdTXaI/l50QhzFcCtUldTKHUAzNd6s9MT4lwE0AyllqgRYXwLHvB7wAHtUZoYkWmTzu9SBzDpdPbmh5XcaQixRF24bA',
  'r3l5BT9ey95yOfjywUGQvXfLkYHAvaANJfPF6XeBmYDwyEShca988QIWmRtyxJcYKFbmVzsMEn9zVBH0NQlmrRAJmqPEX4Dx6dlgGDWZLW31QV',
  'z3muQquoHa+dAGe9HWhbmAPd/0RUWApib5xW77F45QB+pNkFh0/OokYbQI0vXbqMz28xxgVXQLtXOHW+8D2L9FekVlvxdJzboeubQQ8slX4Gbr',
  'MhhvIiKH1nfR/hYkAV48GanWYcaJRcJa0HqGTsVtep+2+T6FJBKuYwB0RfWasfsPx+8uejGbqPhblb/g2OXlPdGqNqOE38hlCH8n2b8U28X8EB',
  'RPdIOWl/MPZWvqRKbBRTO3w6j8MoJkWr/rUQb4IkDBMZr3vTTuTUTo3yX6z60eN0EiTXBrjga4JuGD2HGqCQnhr0/D+T7IcuOWB6PJa7qPByfH',
  'WRsileJ51hLBzeHwt5/er6kgJjB3McNZpVfmskW5eoz5qEL93d591yO5Uhvn1lub5ZiA3WBnJ4FG8kOYklBOtkskGnih6vYl4kFdKULkktNNp7',
  'rXyn3sUyHyDjMn0WISjp8m/598fPIDKWNGbj37kswTZD7NB/q/e1grCJX37LF1IAq7WzOqf4oU6L+99InnnehD12lTZFTBabpdsmL1vpQL3+fb',
  'eQDYAhG78FV5WADZHXN8AOU/MRCs96k12rp4CGEMUtR3poWc6r3xt3U8QcdXJh2Pcpy7iKdtfnMP6hKTdWnI9npqxBrk46oNtM9JgtBNV6SMOd',
  'mfzvkUqrjUcOlyPZaoMYtOKwvFuEl/TY37v8WKo9gBwWrvphSgPVmCgR7FcB6EBxlI00GAKZmpgrIx7b8hSh4ljIzBNmv9+AR/ze5NqdiRzmkr',
  'MRzpq0kDtRfpEr4Ox5g10hoswcIO8Ib9AVt1F5pEIFYGtbchbjvWfbvtpxEk6cXffivjAYtZFZIfkGFLQ02P+aNMorfbMi1d/Ww6xo6QWzKV8g',
  'RVbslsGl0pEmWjRQ7Ho9OHW7/2iftS+0/pIghnA2AG2YFlhiTYZYGqFqtDFAAAyoAK6OlYktRWbYmkAAAA',
].join('')

const output: z.input<typeof ProduceReply> = {
  metric: {
    length: {
      mm: 194.43,
      to_pedicel_base_mm: 194.43,
      to_crown_mm: 227.27,
      px: 388.87,
      to_crown_px: 454.54,
      accuracy_mm: 4.33,
      to_crown_accuracy_mm: 5.36,
      accuracy_px: 8.66,
      undecided_against: [],
      compared: [
        {
          limit_mm: 140,
          what: 'minimum length',
          verdict: 'above',
        },
        {
          limit_mm: 130,
          what: 'least length inside the size tolerance',
          verdict: 'above',
        },
      ],
    },
    grade: {
      mm: 34.19,
      px: 68.38,
      accuracy_mm: 1.12,
      accuracy_px: 2.24,
      faces: FACES,
      undecided_against: [],
      compared: [
        {
          limit_mm: 27,
          what: 'minimum grade',
          verdict: 'above',
        },
      ],
    },
    colour_stage: {
      stage: 6,
      accuracy_stages: 1,
    },
    blemish: {
      fraction: 0.0059,
      visible_cm2: 0.7,
      accuracy: {
        fraction: 0.0121,
        visible_cm2: 0.54,
      },
    },
    slenderness: {
      ratio: 5.687,
      accuracy: 0.157,
    },
  },
  abstained: null,
  measurement_accuracy: {
    unit: 'mm',
    length: {
      scale: 1.945,
      print: 0,
      parallax: 0,
      contour: 0.393,
      end_points: 0.807,
      spread: 0.304,
    },
    to_crown: {
      scale: 2.28,
      print: 0,
      parallax: 0,
      contour: 0.393,
      end_points: 1.143,
      spread: 0.716,
    },
    grade: {
      scale: 0.345,
      print: 0,
      parallax: 0,
      contour: 0.25,
      end_points: 0.138,
      spread: 0.338,
    },
    how: '2 times the root of the sum of squares of the terms, each one standard deviation',
    rests_on: ['the typed scale holds at the height of the fruit and everywhere along it; nothing here checks that'],
  },
  colour: {
    lab: {
      l: 87.1,
      a: -0.2,
      b: 71.4,
    },
    hue_deg: 90.1,
    shares: {
      green: 0.001,
      yellow: 0.993,
      brown: 0.007,
    },
    white_balance: 'background',
  },
  blemish: {
    fraction: 0.0059,
    visible_cm2: 0.7,
    judged_share_of_silhouette: 0.91,
    sees: SEES_HALF,
  },
  reference_finger: {
    asserted_by: 'caller',
    measured: "the one fruit seen; whether it is the reference finger of its hand is the caller's word",
  },
  fingers_separated: 1,
  background: {
    from: 'picture_border',
    rgb: [223, 221, 219],
    plain_share: 1,
  },
  background_fraction: 0.8008,
  mask_touches_frame_sides: [],
  self_agreement: {
    spread_percent: 0.313,
    variants_measured: 6,
    variants: 6,
  },
  send_to_a_person: false,
  send_to_a_person_because: [],
  scale_card: null,
  no_card_scale: {
    code: 'no_markers',
    reason: 'No marker of a scale card is in the picture.',
  },
  scale_basis: {
    from: 'typed',
    stated: 'drawn at two pixels a millimetre',
    spacing_mm: null,
  },
  measures_only: MEASURES_ONLY,
  measured_on: measuredOn('typed'),
  regulation: REGULATION,
  model: {
    id: 'produce.measure@1.0.0+…',
    version: '1.0.0',
    content_hash: '…',
    libraries: {
      sharp: '0.35.5',
      'opencv-js': '4.12.0-release.1',
    },
  },
  image: {
    sha256: '6a6f32774c4f2164c5a71d852e93815d93fd3e8271fc6d0e7c9031a9d57f5bf3',
    bytes: 1464,
    width: 460,
    height: 240,
    media_type: 'image/webp',
  },
}

export const EXAMPLE = {
  name: 'a drawn finger at a typed scale',
  input: { image_base64: PICTURE, mm_per_px: 0.5, scale_basis: 'drawn at two pixels a millimetre' },
  output,
}
