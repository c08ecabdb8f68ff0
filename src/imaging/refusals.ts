import { type Fix, Refusal } from '../kernel/refusal.ts'
import type { Header } from './header.ts'

const READABLE = 'JPEG, PNG, WebP, AVIF or GIF'

/** One white pixel: the smallest body with which a call goes through. */
export const EXAMPLE_IMAGE_BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC'

export function missing(): Refusal {
  return new Refusal('image_missing', 'No picture was given.', {
    fix: {
      do: 'Send one picture: as image_base64, as image_url (https), or as the body with its own image/* content type.',
      body: { image_base64: EXAMPLE_IMAGE_BASE64 },
    },
  })
}

export function two(given: string[]): Refusal {
  return new Refusal('image_ambiguous', `A picture was given ${given.length} times: by ${given.join(' and by ')}.`, {
    detail: { given },
    fix: { do: `Keep one of ${given.join(', ')}.`, body: { image_base64: EXAMPLE_IMAGE_BASE64 } },
  })
}

export function notBase64(wrong: string): Refusal {
  return new Refusal('image_undecodable', `image_base64 is not base64: ${wrong}.`, {
    fix: {
      do: 'Send standard base64 (A-Z a-z 0-9 + / with = padding), bare or after data:image/…;base64, as `base64 -w0 photo.jpg` writes it.',
      body: { image_base64: EXAMPLE_IMAGE_BASE64 },
    },
  })
}

export function unsupported(format: string): Refusal {
  return new Refusal('image_undecodable', `The picture is ${format}, which is not read here.`, {
    detail: { format },
    fix: format === 'HEIC' ? EXPORT_HEIC : { do: `Send the picture as ${READABLE}.` },
  })
}

const EXPORT_HEIC: Fix = {
  do: 'Export the photograph as JPEG: on an iPhone set Camera, Formats to Most Compatible or share it as JPEG; on a Mac use Preview, File, Export; elsewhere run the call below.',
  call: 'heif-convert -q 95 photo.heic photo.jpg',
}

const UNREADABLE: Record<Extract<Header, { kind: 'unreadable' }>['why'], string> = {
  empty: 'The picture has no bytes.',
  unknown_format: `The bytes are not ${READABLE}.`,
  truncated: 'The picture ends inside its own header.',
  malformed: "The picture's header contradicts its format.",
}

export function unreadable(why: Extract<Header, { kind: 'unreadable' }>['why']): Refusal {
  return new Refusal('image_undecodable', UNREADABLE[why], {
    detail: { why },
    fix: { do: `Send a complete ${READABLE} file; check that it opens in a viewer.` },
  })
}

export function corrupt(cause?: unknown): Refusal {
  return new Refusal('image_undecodable', 'The picture is corrupt or cut short: its pixels cannot all be decoded.', {
    fix: { do: 'Send the file again from its source, or open it in a viewer and export it anew as JPEG or PNG.' },
    cause,
  })
}

export function tooManyBytes(bytes: number | null, limit: number): Refusal {
  const size = bytes === null ? 'is over the limit' : `has ${bytes} bytes`
  return new Refusal('image_too_large', `The picture ${size}; at most ${limit} bytes are read.`, {
    detail: { bytes, max_bytes: limit },
    fix: { do: `Save the picture smaller or with stronger compression, below ${limit} bytes.` },
  })
}

export function tooManyPixels(width: number, height: number, limit: number): Refusal {
  const scale = Math.sqrt(limit / (width * height))
  const smaller = `${Math.max(1, Math.floor(width * scale))} x ${Math.max(1, Math.floor(height * scale))}`
  return new Refusal('image_too_large', `The picture claims ${width} x ${height} pixels; at most ${limit} are read.`, {
    detail: { width, height, max_pixels: limit },
    fix: { do: `Scale the picture to ${smaller} pixels or fewer.` },
  })
}
