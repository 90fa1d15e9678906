import { useClient } from '../bridge/program-client.ts'
import { clipboardText, linkText, type LinkScheme } from './clipboard-text.ts'
import { useConfirm } from './useConfirm.ts'
import { useCopy } from './useCopy.ts'
import { useToasts } from './useToasts.ts'

/**
 * Opens a link of the program: https, tel, sms or mailto. A website that Forecourt does not know is confirmed first. A refused link, and a PC without a program for it, are shown in
 * a notice that offers to copy `shown`, or what the link leads to. False: nothing was opened.
 */
export type OpenLink = (url: string, shown?: string) => Promise<boolean>

export function useOpenLink(): OpenLink {
  const client = useClient()
  const toasts = useToasts()
  const confirm = useConfirm()
  const { copy } = useCopy()
  return async (url, shown) => {
    let answer = await client.call('app.openLink', { url })
    if (answer.ok && answer.value.result === 'unknown-site') {
      const { host } = new URL(answer.value.address)
      if (!(await confirm(linkText.confirmSite(host)))) return false
      answer = await client.call('app.openLink', { url, confirmed: true })
    }
    if (!answer.ok) {
      toasts.failure(answer.error)
      return false
    }
    const { address, result } = answer.value
    if (result === 'open-in-window') openInWindow(address)
    if (result !== 'no-program') return true
    const scheme = new URL(address).protocol as LinkScheme
    const subject = shown ?? (scheme === 'https:' ? address : (address.slice(scheme.length).split('?')[0] ?? ''))
    toasts.failure(linkText.noProgram[scheme], {
      label: linkText.copy[scheme],
      run: () => void copy(subject, clipboardText.copied),
    })
    return false
  }
}

/** In a browser a page opens in a new tab; for a number or an email address the browser finds the program. */
function openInWindow(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noopener noreferrer'
  if (address.startsWith('https:')) link.target = '_blank'
  link.click()
}
