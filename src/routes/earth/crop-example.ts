import type { z } from 'zod'
import { CROP_RULE } from '../../measure/crop/model.ts'
import * as sentences from '../../measure/crop/sentences.ts'
import type { CropReply } from './crop-schema.ts'

/** A drawn field of rows under a blue sky. */
const PICTURE = [
  'UklGRpwDAABXRUJQVlA4IJADAABwGACdASrIAJYAPzWIulO/sKyisBZsi/AmiWJuQR6UMCUU4kY7MTg6e+lRVfvpZ93tLPv+acf9KZb8GTFLkwYSUlUO',
  'TCW3/l9/KF3GpsP6OFUK5KXvUdmtSWSSmIK07ALlgY+LH87kc1GYuOlyK+oPemU0XAB5FPTnCaFS2Bx9N4wAu5gsA1UCOKmy/kK7CAzLSG5TkR+8NoCW',
  'tDlzu7f4W3/GYIaBWdV23UtNPBa0oCecU2BrPMMfmjHlGrOEhRkv8kqx4QuSoGNSHIAA/t7PeDHUKjdzWxaa8hPgwaLHZCc4ovqyBX5CDpnHWTrwIDL0',
  'tkCcG4CAIYfcCTfmk6WKDhtc+7iB4xEfej0w17UCMuK6AHdag46pVBexVYrMNvQI2gvHcVCDRGLEM39/t9Ie7t+G7qdhXgGqBkLF5w3rwv5o9PAnMSyq',
  'tDD1LaC7h0ibDYPw3VITBM/b7BivuBzaBptn8knpZnJfYcnTQlxACR2aFPV+f25/nRUVBp2iiR/UpVgOdijsGMlH9hrhMUdOUrJtU1SplEAskHzswCp6',
  'jus294bqcMQ5YzIM3ae5umekiLAps0KWEPTJ55EndTQDJO1vHjudF4JApNvIEoIrrBzA7omAvoDlt2X4yngE7PdJUQnjTEejpNgFKaGmg8C+imtDeq5y',
  'BYWWh7X508ZJcuY0jKRlRGRJWjHw11yYU8735EIsZLlIqhQejEBjVe5VL48s5xuPaXDgjvze6/ftWNS2F1JqdbxbZ+b+uVvAKzMHqAdDYXoGqmBaO7ib',
  'OdVAEheKRLWzLm2q3d2ZBcihrNhS7UQqBh+w5+ECq+WTkkv8TRgf+Z0QKMouyujEbOtGDd4rc7JzysDRkwQWsYrVdMAPpDwu8RkLgMdpRKCREhckMbRp',
  'MVIh5+FkZ2soRr+UD5R3VandgAVOIkAaJEQfcuC6CjkZDZwqQPx34YH+JYUnx5yOrtB8tKTqrwV2dl1IcsCT7oQevrR1TTwmkxaeYTFq55TlAo02zPMq',
  'qkFXP5bciAbHRvH9Q+289C8LHtYKavwCQCw63FI1ReFgkcHPN45XNR3DEIYws93w+HQ9BmPsXN/l/o2zIrazLi/AxGGr0zSq2fbE8aWWriHxz+z07LT/',
  'xWaITWybkVAztf2ue2eunRlpCDEzqUocCAFVkg1CqTP0giyhHTBBQVBPRfBxE0DMi7FxoSLWMXdlQUUbYAA=',
].join('')

const NO_SCENE = 'no scene from 2026-05-31 to 2026-07-10 covers this place'

/** As a host answers whose layer folder holds nothing of this place, and whose detectors are not built. */
const output: z.input<typeof CropReply> = {
  verdict: 'cannot_say',
  why: [
    'what the photograph shows could not be established',
    'the photograph: unclear, since no detector could look for rooms, streets and boats in this picture',
    'the cell: not readable: land cover could be read in 0 of 96 pixels within 50 m',
    `vegetation: not compared: ${NO_SCENE}`,
    'position: the file states none',
  ],
  needs_a_person: false,
  photo: {
    shows: 'unclear',
    because: 'no detector could look for rooms, streets and boats in this picture',
    objects: null,
    why_no_objects: 'the detectors are not built on this host',
    detectorFnId: null,
    could_miss: null,
    position: null,
    taken_at: {
      used: '2026-06-20T10:00:00Z',
      from: 'caller',
      stated: '2026-06-20T10:00:00Z',
      in_file: null,
      contradiction: null,
    },
  },
  photo_measurement: {
    measured_at: { width: 200, height: 150 },
    colour: { green: 0.5, brown: 0.25, sky: 0.25, blue_below: 0, grey: 0, bright: 0, dark: 0, other: 0 },
    texture: { brightness: 119.7, contrast: 33.66, detailed_blocks: 0.66, coherence: 0.85 },
    why_not_usable: null,
    rule: CROP_RULE,
  },
  cell: {
    lat: 46.05,
    lng: 14.5,
    readable: false,
    why_unread: 'land cover could be read in 0 of 96 pixels within 50 m',
    kind: null,
    share: null,
    class: null,
    land_cover: { outcome: 'unread', why: 'the network cannot be reached', layer: 'worldcover', tile: 'N45E012' },
    layer_years_before_photograph: 5,
    vegetation: { outcome: 'no_data', why: NO_SCENE, compared: false, why_not_compared: NO_SCENE },
  },
  what_this_compares: sentences.WHAT_THIS_COMPARES,
  the_colour_stage_caveat: sentences.THE_COLOUR_STAGE_CAVEAT,
  the_stage_comparison_is_not_here_yet: sentences.THE_STAGE_COMPARISON_IS_NOT_HERE_YET,
  image: {
    sha256: '2f21cadd662b3c203befac11a445e3f4d965b373bffc21c83a499cdc995e6479',
    bytes: 932,
    width: 200,
    height: 150,
    media_type: 'image/webp',
  },
}

export const EXAMPLE = {
  name: 'a drawn field, where nothing could be read of the cell',
  input: { image_base64: PICTURE, lat: 46.05, lng: 14.5, taken_at: '2026-06-20T10:00:00Z' },
  output,
}
