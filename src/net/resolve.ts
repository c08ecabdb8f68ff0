import { lookup, Resolver } from 'node:dns/promises'

export type Resolve = (host: string) => Promise<string[]>

/**
 * Asks DNS itself for a name that a caller gave: no hosts file, no search domains, and a slow name server
 * holds up none of the threads that `lookup` would share with decoders and disks.
 */
export function publicResolver(servers?: string[]): Resolve {
  return async (host) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw (answers[0] as PromiseRejectedResult).reason
    return addresses
  }
}

/** For names that the operator wrote: as the rest of the machine sees them, hosts file included. */
export const localResolver: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)
