import { Region } from '../../contract/region.ts'

/**
 * Names a connection and region in entries, equally on each PC of the team: the address of the service without what does not
 * matter (case of the host, default port, a slash at the end, user and query), and the region. Practice has one name, because its
 * address changes at each start. Other accounts of the same service have the same key; their customers have other ids.
 */
export function accountKey(
  { kind, baseUrl }: { readonly kind: 'account' | 'practice'; readonly baseUrl: string },
  region: Region,
): string {
  if (kind === 'practice') return `practice ${region}`
  const { protocol, host, pathname } = new URL(baseUrl)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')} ${region}`
}

/** The region at the end of the key. */
export const regionOfAccount = (account: string): Region =>
  Region.catch('au').parse(account.slice(account.lastIndexOf(' ') + 1))

/** The address of the service without its protocol, as a user knows it; practice has its name. */
export const serviceOfAccount = (account: string): string =>
  account.slice(0, account.lastIndexOf(' ')).replace(/^https?:\/\//, '')
