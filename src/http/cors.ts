/** Keyless routes answer any page: there is nothing of a user's that a foreign page could reach through them. */
export const KEYLESS_CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, ETag, X-SHA256, Content-Disposition',
}

export function preflight(methods: string[], keyless: boolean): Record<string, string> {
  const allow = { allow: methods.join(', ') }
  if (!keyless) return allow
  return {
    ...allow,
    ...KEYLESS_CORS,
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers':
      'Content-Type, Accept, If-None-Match, Mcp-Protocol-Version, Mcp-Method, A2A-Version',
    'access-control-max-age': '86400',
  }
}
