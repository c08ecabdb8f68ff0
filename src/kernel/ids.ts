import { randomBytes } from 'node:crypto'

/** Ids are handed in like clocks, so that a test can foresee them. */
export type NewId = (prefix: string) => string

export const randomId: NewId = (prefix) => `${prefix}_${randomBytes(12).toString('base64url')}`
