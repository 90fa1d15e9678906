import { isIPv4 } from 'node:net'

/** Whether a host of an address is this PC: `localhost`, `[::1]`, or a whole address from 127.0.0.0/8. 127.300.0.1 is the name of a server. */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'))
}
