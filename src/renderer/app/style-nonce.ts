/**
 * Naive UI adds its styles as bare <style> elements; the policy lets only those with this load's nonce in. This runs before any
 * other import, and is all that stands between us and 'unsafe-inline'.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

if (nonce) {
  const make = document.createElement.bind(document)
  document.createElement = ((tag: string, options?: ElementCreationOptions) => {
    const element = make(tag, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }) as typeof document.createElement
}

export {}
