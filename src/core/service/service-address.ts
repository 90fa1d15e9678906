import { isLoopback } from '../loopback/is-loopback.ts'

/** A valid service address without a slash at its end, or the reason why it is not valid. */
export type AddressAnswer =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string; readonly next: string }

/**
 * Reads an address as the user types it. `https://` is added when there is no scheme. http is accepted only for this
 * PC, because others could read the key on the network. A user name, a query or a fragment is refused.
 */
export function readServiceAddress(typed: string): AddressAnswer {
  const text = typed.trim()
  const refuse = (reason: string, next: string): AddressAnswer => ({ ok: false, reason, next })
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.parse(withScheme)
  if (!url || /\s/.test(text))
    return refuse('This address isn’t valid.', 'Enter an address like https://api.example.com.au.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('Forecourt only connects to https addresses.', 'Start the address with https://.')
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('With an http address, others could read your key.', 'Start the address with https://.')
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('The address contains a user name or password.', 'Remove it. Enter the key in its own field.')
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    return refuse('The address contains a ? or #.', 'Remove the part after ? or #.')
  }
  return { ok: true, url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` }
}
