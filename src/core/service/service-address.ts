/** A service's address fit to be called, without a slash at its end; or why it is not, in words. */
export type AddressAnswer =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string; readonly next: string }

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/**
 * Reads the address as somebody types it. `https://` is added where no scheme is given; plain http is taken only for this very PC,
 * since the key would be readable on the way; a user name, a query or a fragment is refused.
 */
export function readServiceAddress(typed: string): AddressAnswer {
  const text = typed.trim()
  const refuse = (reason: string, next: string): AddressAnswer => ({ ok: false, reason, next })
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.parse(withScheme)
  if (!url || /\s/.test(text)) return refuse('This is not an address.', 'It looks like https://api.example.com.au.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('Forecourt calls https addresses only.', 'Begin the address with https://.')
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('An http address would let others on the way read your key.', 'Begin the address with https://.')
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(
      'There is a user name or password inside the address.',
      'Take it out; the key has a field of its own.',
    )
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    return refuse('The address goes on after a ? or #.', 'Leave out what begins with ? or #.')
  }
  return { ok: true, url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` }
}
