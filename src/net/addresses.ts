import { isIPv4, isIPv6 } from 'node:net'

/**
 * public: anyone's machine. private: ours or a neighbour's, reachable only where the operator vouches for it.
 * never: metadata, link-local, multicast, reserved, and every IPv6 form that carries an IPv4 address inside.
 */
export type Reach = 'public' | 'private' | 'never'

type Block = [first: string, bits: number]

const NEVER_4: Block[] = [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

const PRIVATE_4: Block[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
]

const NEVER_6: Block[] = [
  ['fd00:ec2::', 32],
  ['fd00:42::42', 128],
  ['fd20:ce::254', 128],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const PRIVATE_6: Block[] = [
  ['::1', 128],
  ['fc00::', 7],
]

/** Only this eighth of IPv6 is handed out as public unicast. */
const PUBLIC_6: Block[] = [['2000::', 3]]

export function reachOf(address: string): Reach {
  const has = holds(address)
  if (isIPv4(address)) return has(NEVER_4) ? 'never' : has(PRIVATE_4) ? 'private' : 'public'
  if (!isIPv6(address) || address.includes('%') || has(NEVER_6) || isIsatap(address)) return 'never'
  return has(PUBLIC_6) ? 'public' : has(PRIVATE_6) ? 'private' : 'never'
}

function holds(address: string): (blocks: Block[]) => boolean {
  const width = isIPv4(address) ? 32 : 128
  return (blocks) =>
    blocks.some(([first, bits]) => {
      const beyond = BigInt(width - bits)
      return numberOf(address) >> beyond === numberOf(first) >> beyond
    })
}

/** An interface id of 0:5efe or 200:5efe tunnels to the IPv4 address in the last four bytes. */
function isIsatap(address: string): boolean {
  const marker = (numberOf(address) >> 32n) & 0xfdff_ffffn
  return marker === 0x5efen
}

function numberOf(address: string): bigint {
  if (isIPv4(address)) return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
  const plain = address.replace(/[\d.]+$/, (tail) => (isIPv4(tail) ? asGroups(tail) : tail))
  const [before = '', after] = plain.split('::')
  const head = groups(before)
  const tail = groups(after ?? '')
  const zeros = Array<bigint>(8 - head.length - tail.length).fill(0n)
  return [...head, ...zeros, ...tail].reduce((sum, group) => (sum << 16n) | group, 0n)
}

function groups(text: string): bigint[] {
  return text === '' ? [] : text.split(':').map((group) => BigInt(`0x${group}`))
}

function asGroups(ipv4: string): string {
  const value = numberOf(ipv4)
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`
}
