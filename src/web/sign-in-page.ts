import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hostNames } from '../host-kit/data-folder.ts'

/** A page that posts the token to Forecourt. Address and token contain no character with a meaning in HTML. */
export const signInPage = (address: string, token: string): string => `<!doctype html>
<meta charset="utf-8">
<title>Forecourt</title>
<form method="post" action="${address}">
<input type="hidden" name="token" value="${token}">
<noscript><button>Open Forecourt</button></noscript>
</form>
<script>document.forms[0].submit()</script>
`

/** Writes the page where only this user can read it. Returns its address for the browser, and what removes it. */
export function writeSignInPage(page: string, folder: string): { readonly address: string; remove(): void } {
  const path = join(folder, hostNames.signInPage)
  rmSync(path, { force: true })
  writeFileSync(path, page, { mode: 0o600, flag: 'wx' })
  return { address: pathToFileURL(path).href, remove: () => rmSync(path, { force: true }) }
}
