/**
 * Naive UI adds <style> elements, and the policy allows only those with the nonce of this page load. This runs before any other
 * import; without it the policy would need 'unsafe-inline'.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

if (nonce) {
  const createElement = document.createElement.bind(document)
  document.createElement = ((tag: string, options?: ElementCreationOptions) => {
    const element = createElement(tag, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }) as typeof document.createElement
}

export {}
