import { isObject } from '../kernel/json.ts'

/**
 * The form over which the A2A SDK verifies a card: members outside the 1.0 schema are dropped, and so are empty and
 * default values. A card that also carries 0.3 members needs a second signature over this form, or the SDK refuses it.
 */
export function a2aNormalForm(card: Record<string, unknown>): unknown {
  const { signatures, ...unsigned } = card
  return normal(unsigned, CARD) ?? {}
}

type Shape =
  | 'text'
  /** Left out when false. */
  | 'flag'
  /** Kept when false: its absence means something else. */
  | 'stated flag'
  | 'anything'
  | { list: Shape }
  | { map: Shape }
  | { members: Record<string, Shape> }
  /** Only the first that is set counts. */
  | { oneOf: Record<string, Shape> }

const TEXTS: Shape = { list: 'text' }
const SCOPES: Shape = { map: 'text' }

const FLOWS: Shape = {
  oneOf: {
    authorizationCode: {
      members: { authorizationUrl: 'text', tokenUrl: 'text', refreshUrl: 'text', scopes: SCOPES, pkceRequired: 'flag' },
    },
    clientCredentials: { members: { tokenUrl: 'text', refreshUrl: 'text', scopes: SCOPES } },
    implicit: { members: { authorizationUrl: 'text', refreshUrl: 'text', scopes: SCOPES } },
    password: { members: { tokenUrl: 'text', refreshUrl: 'text', scopes: SCOPES } },
    deviceCode: { members: { deviceAuthorizationUrl: 'text', tokenUrl: 'text', refreshUrl: 'text', scopes: SCOPES } },
  },
}

const SECURITY_SCHEME: Shape = {
  oneOf: {
    apiKeySecurityScheme: { members: { description: 'text', location: 'text', name: 'text' } },
    httpAuthSecurityScheme: { members: { description: 'text', scheme: 'text', bearerFormat: 'text' } },
    oauth2SecurityScheme: { members: { description: 'text', flows: FLOWS, oauth2MetadataUrl: 'text' } },
    openIdConnectSecurityScheme: { members: { description: 'text', openIdConnectUrl: 'text' } },
    mtlsSecurityScheme: { members: { description: 'text' } },
  },
}

const REQUIREMENTS: Shape = { list: { members: { schemes: { map: { members: { list: TEXTS } } } } } }

const SKILL: Shape = {
  members: {
    id: 'text',
    name: 'text',
    description: 'text',
    tags: TEXTS,
    examples: TEXTS,
    inputModes: TEXTS,
    outputModes: TEXTS,
    securityRequirements: REQUIREMENTS,
  },
}

const CARD: Shape = {
  members: {
    name: 'text',
    description: 'text',
    supportedInterfaces: {
      list: { members: { url: 'text', protocolBinding: 'text', tenant: 'text', protocolVersion: 'text' } },
    },
    provider: { members: { url: 'text', organization: 'text' } },
    version: 'text',
    documentationUrl: 'text',
    capabilities: {
      members: {
        streaming: 'stated flag',
        pushNotifications: 'stated flag',
        extensions: {
          list: { members: { uri: 'text', description: 'text', required: 'flag', params: 'anything' } },
        },
        extendedAgentCard: 'stated flag',
      },
    },
    securitySchemes: { map: SECURITY_SCHEME },
    securityRequirements: REQUIREMENTS,
    defaultInputModes: TEXTS,
    defaultOutputModes: TEXTS,
    skills: { list: SKILL },
    iconUrl: 'text',
  },
}

/** undefined where nothing is left. A value of another type than its member has is dropped: a card of ours holds none. */
function normal(value: unknown, shape: Shape): unknown {
  if (value === undefined || value === null) return undefined
  if (shape === 'text') return typeof value === 'string' && value !== '' ? value : undefined
  if (shape === 'flag') return value === true ? true : undefined
  if (shape === 'stated flag') return typeof value === 'boolean' ? value : undefined
  if (shape === 'anything') return isObject(value) ? withoutEmpty(value) : undefined
  if ('list' in shape) return Array.isArray(value) ? keptList(value.map((item) => normal(item, shape.list))) : undefined
  if (!isObject(value)) return undefined
  if ('map' in shape) return keptMembers(Object.keys(value).map((name) => [name, normal(value[name], shape.map)]))
  const members = 'oneOf' in shape ? firstSet(value, shape.oneOf) : Object.entries(shape.members)
  return keptMembers(members.map(([name, inner]) => [name, normal(value[name], inner)]))
}

function firstSet(value: Record<string, unknown>, choices: Record<string, Shape>): [string, Shape][] {
  const chosen = Object.entries(choices).find(([name]) => value[name] !== undefined && value[name] !== null)
  return chosen ? [chosen] : []
}

function withoutEmpty(value: unknown): unknown {
  if (value === '' || value === null) return undefined
  if (Array.isArray(value)) return keptList(value.map(withoutEmpty))
  if (isObject(value)) return keptMembers(Object.entries(value).map(([name, inner]) => [name, withoutEmpty(inner)]))
  return value
}

function keptList(items: unknown[]): unknown[] | undefined {
  const kept = items.filter((item) => item !== undefined)
  return kept.length > 0 ? kept : undefined
}

function keptMembers(entries: [string, unknown][]): Record<string, unknown> | undefined {
  const kept = entries.filter(([, value]) => value !== undefined)
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}
