/** The host name of a listing's address without "www."; empty when it is not an address. */
export function listingSite(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
}

/** Listing addresses come from outside, so only https is opened. */
export const isSafeLink = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'
