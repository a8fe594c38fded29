import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/**
 * Returns the key for counting a client's requests: its IPv4 address, or the /64 network of its IPv6 address, which one client controls.
 * Accepts a port, brackets and IPv4-mapped IPv6, as written by proxies. All clients without a valid address share one key.
 */
export function clientKey({ ip = '' }: Pick<Request, 'ip'>): string {
  const [, bracketed, dotted] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? []
  const text = bracketed ?? dotted ?? ip
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = address.parts.slice(0, 4).map((it) => it.toString(16))
  return `${network.join(':')}::/64`
}
