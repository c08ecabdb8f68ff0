import type { z } from 'zod'
import { couldMiss } from '../../perceive/detect/missed.ts'
import { MODES } from '../../perceive/detect/modes.ts'
import { EMBEDDED } from '../../perceive/seer.ts'
import { WORDS_ID } from '../../perceive/words/id.ts'
import type { DetectionReply } from './detection-reply.ts'

/** A drawn road sign: the smallest picture in which something is found. */
const PICTURE = [
  '/9j/2wBDABQUFBQVFBcZGRcfIh4iHy4rJycrLkYyNjI2MkZqQk5CQk5Cal5yXVZdcl6phXZ2hanDpJukw+zT0+z/////////2wBDARQUFBQVFBcZGR',
  'cfIh4iHy4rJycrLkYyNjI2MkZqQk5CQk5Cal5yXVZdcl6phXZ2hanDpJukw+zT0+z/////////wgARCACgAKADASIAAhEBAxEB/8QAGwABAAMBAQEB',
  'AAAAAAAAAAAAAAECBgUEAwf/xAAaAQEAAwEBAQAAAAAAAAAAAAAAAQMEAgUG/9oADAMBAAIQAxAAAADopbckJEJEJEJEJEJEJEJEJErIVWFVhW9vjX',
  'f6WaUbtKzQ0FI+1+H5LLKKrCqwlKJhIi8+eu5lzD9CHNoDUZd1Vr6fP0bvnvmlZTCRZKJhI9eI3EZfRw8aHx0epy4/QctNfGttfOjH36unjrB7iV/n',
  'eJLV50JErImqw9Od0fCzeh3cL3c/T6G1yPQ5EdbLiz6eqb9zBdGJ9/Ywm8ty+NZq8yqwlKJhI+nA7f1r0YV2uLj94I7AHZnie++ezwYSszwkWSiYSI',
  'SL57vfSvRg28+VG/ENt9jOaKfnfghKzPCRCRKyJqsKrCqwr5vX5YU9fl9hVZKqwqsKrDNoYLJQJQJQJtS3Sa2oShylAlAlAAAAAWrbpNL0A5AAAf/E',
  'ADgQAAIBAwEFBAYIBwAAAAAAAAECAwAEEQUSMDEzcRMUIZIVIzJAU1QGECAkQXKRoiI2Q1BRgoP/2gAIAQEAAT8A/t6RvIcKpJrulx8I13S4+Ea7pc',
  'fCNd0uPhGnjeM4dSDvkjaRgqitQv0s0NtbHMp5klekb/5ubzmvSN/83N5zXpG/+bm85r0jf/Nzec1Yagl4otrpsS/05KkjaNirDB3iRtIwVRWo36Wi',
  'G2tjmU8yT7en6gl2gtrk4kHLkqSNo2KsMHdIjOwVa1G/S0U21scyHmPudO1BLtBbXJxIOXJTxtGxVh4jc2PPHQ1sO7sFUscngM08Uqe3Gy9QRQR2GQ',
  'pPQV2Uvw2/SijqMlGHUUqs5wqkn/Ap4pY/bjZeoI+rspfht+lAFXUEEHIq+556Dc2PPHQ1ArWmlpJawCSUqGp9du9l4p7ZRtAj8Vqw1iWxhMSRIwLl',
  'qF850zvmwNrsy2KutWn1JEtjEgy4qd4NEs0EUYMjVp2r9/lNtdRR/wAQq/slstSjRPYZlZa1bUJLCOJkRW2mqIxarpxkliCmr7nnoNzZc8dDUGo3+n',
  'gDYzEfFQ4qyuo9Xt5BNb1KoSWRQcgMRSfy7/wNWsgiuYJDwSRW/Q19IoXltoZUGQhrQ4Xkv43AOzHkk1rcqvqdsg4ps1ql1bWscRntxKC1XGvdpF2F',
  'vB2QNXvPPQbmz546GoNemgjELQI6rU/0hneMpDCsX1DV5BYdz7JcbBXP1WWt3NrGIiBIgqT6RTFCsMCR12rmYSsSzbW0SfxNahqsl+iK0Srsml9peo',
  'q8556Dcwydk4bFappnYZngy0DHy7nTNN7ciebwhB81TSdq5bdRvs5UjKN4EVqemd39fB4wE+X7emaZ3j10/hCP3U77WFAwo8AN4j7OVIypGCDWqaZ3',
  'f18HjAT5fs6ZpnePXT+EI/dTvtYUDCjwAG+RyuQQCp4g192+Ug8gqaS3jTa7lB5BUMtvKpPcoB/qK+7fKQeQU8hfAwFUcFHAe43fJPUVZ8tvze53fJ',
  'PUVZctvzbrJrJrJrJrJrJrJrJrJpeNNxrJrJrJrJrJrJrJrJrJ3S8afj7mvGn4+5rxp+O6/8QAJhEAAgECBAYDAQAAAAAAAAAAAQIAAxEgMDEyEBIT',
  'FCFhQVFScf/aAAgBAgEBPwDNqVAgncn8zuT+ZTqBxiqVAgjMWNzxVipuJTqBxhrC7D+Sy/cKgfM5RoT5gXW50lEWbDW3DzaMQbRiDaXUm95zbpQJLH',
  'DUQOPcIINjxAJNhKaBB7xOgce50WnRaIgUe8g6QaZK7hH3HJXcI+44f//EACkRAAIBAwIEBQUAAAAAAAAAAAECAwAEESAxEhMVQRAUMFJTIzJAUXL/',
  '2gAIAQMBAT8A9WCB5nCrXTG+QV0xvkFTwPC5VtUMDzOFWoYUhQKvjNCkyFWqaB4XKtpspeUr4GSSAKDzFSeWM/1Uc8jk/TAAOCc15lypdYsoO+ae4O',
  'Ygi8XGKvZeYFBXDKSCNNmCUkAjDjIyDVtE6FyV4QdlzmoYmXmhh9zGglwkTQhAQcgNmmtjmBd1UHJq/iSNYwo/em3naB8jY7io5FkUMpyPGSRY1LMc',
  'Cridp3ydhsNVvcNA2Rt3FdRT2Guop7DVxcNO2Tt2HoDejv8Ak//Z',
].join('')

const FOUND = {
  label: 'stop sign',
  score: 0.8778,
  box: [36.3, 21.7, 123.5, 111.4],
  is_alert: false,
  alerted_by: [],
  matched_class: 'stop sign',
  relation: 'exact' as const,
}

const SIZE = { width: 160, height: 160 }
const COULD_MISS = couldMiss(SIZE, SIZE, 'fast')

const output: z.input<typeof DetectionReply> = {
  detections: [FOUND],
  alerts: [],
  total_objects: 1,
  not_shown: 0,
  read_prompts: [
    { prompt: 'stop sign', matched_class: 'stop sign', relation: 'exact', note: null, alert: false, found: 1 },
  ],
  unread_prompts: [
    {
      prompt: 'traffic cone',
      reason: '"traffic cone" is none of the 80 classes the detector knows',
      nearest: ['traffic light'],
      alert: false,
    },
  ],
  scene_analysis: {
    question: 'How many stop signs are there?',
    answered: true,
    kind: 'count',
    answer: '1 stop sign was found.',
    value: 1,
    reason: null,
    rests_on: {
      detectorFnId: MODES.fast.detector,
      confidence_threshold: MODES.fast.threshold,
      classes: [{ asked: 'stop signs', matched_class: 'stop sign', relation: 'exact', note: null, found: 1 }],
      could_miss: COULD_MISS.why,
    },
  },
  confidence_threshold: MODES.fast.threshold,
  mode: 'fast',
  max_detections: 100,
  max_dimension: null,
  could_miss: COULD_MISS,
  image_width: SIZE.width,
  image_height: SIZE.height,
  model: EMBEDDED,
  detectorFnId: MODES.fast.detector,
  wordsFnId: WORDS_ID,
  image: {
    sha256: '5586faef618e691cd49851010863b6c6a4f915e5fe90dabc7609e3d0aafd30e0',
    bytes: 1749,
    ...SIZE,
    media_type: 'image/jpeg',
  },
}

export const EXAMPLE = {
  name: 'a word that is read, one that is not, and a question',
  input: {
    image_base64: PICTURE,
    prompts: ['stop sign', 'traffic cone'],
    ask_question: 'How many stop signs are there?',
  },
  output,
}
