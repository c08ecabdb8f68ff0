type Schema = Record<string, unknown>

/** Keywords that say nothing about which values are allowed. */
const NOTES = new Set([
  'description',
  'default',
  'title',
  'example',
  'examples',
  'format',
  'contentEncoding',
  'readOnly',
])

/**
 * Where a value breaks a JSON Schema (2020-12, the keywords that our documents use). A keyword it does not know throws:
 * a check that silently passes what it cannot read would prove nothing.
 */
export function faultsOf(schema: unknown, value: unknown, at = '$'): string[] {
  if (schema === true) return []
  if (schema === false) return [`${at}: nothing is allowed here`]
  return Object.entries(schema as Schema).flatMap(([keyword, rule]) => {
    if (NOTES.has(keyword)) return []
    const check = KEYWORDS[keyword]
    if (check === undefined) throw new Error(`${at}: the keyword ${keyword} is not known`)
    return check(rule as never, value, at, schema as Schema)
  })
}

type Check = (rule: never, value: unknown, at: string, schema: Schema) => string[]

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const unless = (holds: boolean, fault: string) => (holds ? [] : [fault])
const onNumbers =
  (holds: (value: number, rule: number) => boolean, name: string) => (rule: number, value: unknown, at: string) =>
    unless(typeof value !== 'number' || holds(value, rule), `${at}: ${name} ${rule}`)

const KEYWORDS: Record<string, Check> = {
  type: (rule: string | string[], value, at) =>
    unless(
      [rule].flat().some((type) => isOf(type, value)),
      `${at}: ${rule} expected`,
    ),
  enum: (rule: unknown[], value, at) => unless(rule.includes(value), `${at}: one of ${rule} expected`),
  const: (rule: unknown, value, at) => unless(rule === value, `${at}: ${rule} expected`),
  pattern: (rule: string, value, at) =>
    unless(typeof value !== 'string' || new RegExp(rule, 'u').test(value), `${at}: ${rule} expected`),
  minLength: (rule: number, value, at) => unless(typeof value !== 'string' || value.length >= rule, `${at}: too short`),
  maxLength: (rule: number, value, at) => unless(typeof value !== 'string' || value.length <= rule, `${at}: too long`),
  minimum: onNumbers((value, rule) => value >= rule, 'at least'),
  maximum: onNumbers((value, rule) => value <= rule, 'at most'),
  exclusiveMinimum: onNumbers((value, rule) => value > rule, 'more than'),
  exclusiveMaximum: onNumbers((value, rule) => value < rule, 'less than'),
  minItems: (rule: number, value, at) => unless(!Array.isArray(value) || value.length >= rule, `${at}: too few`),
  maxItems: (rule: number, value, at) => unless(!Array.isArray(value) || value.length <= rule, `${at}: too many`),
  items: (rule: unknown, value, at, { prefixItems = [] }) =>
    Array.isArray(value)
      ? value.flatMap((item, index) =>
          index < (prefixItems as unknown[]).length ? [] : faultsOf(rule, item, `${at}[${index}]`),
        )
      : [],
  prefixItems: (rule: unknown[], value, at) =>
    Array.isArray(value) ? rule.flatMap((item, index) => faultsOf(item, value[index], `${at}[${index}]`)) : [],
  properties: (rule: Schema, value, at) =>
    isObject(value)
      ? Object.entries(rule).flatMap(([name, member]) =>
          Object.hasOwn(value, name) ? faultsOf(member, value[name], `${at}.${name}`) : [],
        )
      : [],
  required: (rule: string[], value, at) =>
    isObject(value) ? rule.filter((name) => !Object.hasOwn(value, name)).map((name) => `${at}.${name}: missing`) : [],
  additionalProperties: (rule: unknown, value, at, { properties = {} }) =>
    isObject(value)
      ? Object.keys(value)
          .filter((name) => !Object.hasOwn(properties as Schema, name))
          .flatMap((name) => faultsOf(rule, value[name], `${at}.${name}`))
      : [],
  propertyNames: (rule: unknown, value, at) =>
    isObject(value) ? Object.keys(value).flatMap((name) => faultsOf(rule, name, `${at}, the name ${name}`)) : [],
  anyOf: (rule: unknown[], value, at) =>
    unless(
      rule.some((schema) => faultsOf(schema, value, at).length === 0),
      `${at}: none of ${rule.length} shapes fits`,
    ),
  oneOf: (rule: unknown[], value, at) =>
    unless(rule.filter((schema) => faultsOf(schema, value, at).length === 0).length === 1, `${at}: not one shape fits`),
  allOf: (rule: unknown[], value, at) => rule.flatMap((schema) => faultsOf(schema, value, at)),
} as Record<string, Check>

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
