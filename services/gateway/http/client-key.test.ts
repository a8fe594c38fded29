import { expect, it } from 'vitest'
import { clientKey } from './client-key.ts'

it.each([
  ['192.0.2.7', ['192.0.2.7', '192.0.2.7:50123', '::ffff:192.0.2.7', '::ffff:c000:207', '[::ffff:192.0.2.7]:443']],
  ['192.0.2.8', ['192.0.2.8']],
  ['2001:db8:0:1::/64', ['2001:db8:0:1::', '2001:DB8::1:0:0:0:9', '[2001:db8:0:1:ffff::1]', '[2001:db8:0:1::5]:8080']],
  ['2001:db8:0:2::/64', ['2001:db8:0:2::1', '2001:db8:0:2::1%eth0']],
  ['0:0:0:0::/64', ['::1']],
  ['unknown', ['', 'unknown', '_hidden', '1.2.3.4.5', '999.1.1.1', '[192.0.2.7', '2001:db8::1::2', 'x'.repeat(5_000)]],
])('clients are distinguished by their address or network: %s', (key, forms) => {
  expect(forms.map((ip) => clientKey({ ip }))).toEqual(forms.map(() => key))
})
