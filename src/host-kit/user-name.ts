import { userInfo } from 'node:os'
import { errorFields, type Log } from '../core/ports/log.ts'

/** The name of the user in the operating system. Null when it has none: Node throws for a user without an account, as in a container. */
export function readUserName(log: Log, read: () => { readonly username: string } = userInfo): string | null {
  try {
    return read().username || null
  } catch (error) {
    log.write('warning', 'host.user-name-unknown', errorFields(error))
    return null
  }
}
