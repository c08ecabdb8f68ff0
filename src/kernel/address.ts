/**
 * Whom an address counts as. One subscriber holds a whole IPv6 /64, so it counts as one; an IPv4 address is the same
 * caller however it is written.
 */
export function addressKey(ip: string): string {
  const groups = ipv6Groups(ip)
  if (groups === undefined) return ip
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped) return [groups[6]! >> 8, groups[6]! & 0xff, groups[7]! >> 8, groups[7]! & 0xff].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function ipv6Groups(ip: string): number[] | undefined {
  if (!ip.includes(':')) return undefined
  const canonical = URL.parse(`http://[${ip.split('%')[0]}]`)?.hostname.slice(1, -1)
  if (canonical === undefined) return undefined
  const [head = '', tail] = canonical.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(gap).fill('0'), ...right].map((group) => Number.parseInt(group, 16))
}

export function isLoopback(ip: string): boolean {
  const key = addressKey(ip)
  return /^127\./.test(key) || ip === '::1'
}
