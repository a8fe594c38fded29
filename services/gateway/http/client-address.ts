import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/**
 * Key under which a client's requests are counted: its IPv4 address, or the /64 network of its IPv6 address, which one client controls.
 * Proxies write addresses with a port, in brackets and as IPv4 in IPv6. All clients without a valid address share a key.
 */
export function clientAddress({ ip = '' }: Pick<Request, 'ip'>): string {
  const [, bracketed, dotted] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? []
  const text = bracketed ?? dotted ?? ip
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = address.parts.slice(0, 4).map((it) => it.toString(16))
  return `${network.join(':')}::/64`
}
