import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const kind = process.env.TWIN_KEYCHAIN
/** A keychain that is the same at the next start of the program lies beside its data folder. */
const file = join(process.env.TWIN_FOLDER ?? '', 'keychain-of-the-test.json')

const kept = new Map<string, string>(
  kind === 'file' && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, string][]) : [],
)
const save = (): void => {
  if (kind === 'file') writeFileSync(file, JSON.stringify([...kept]))
}

let answers = (): void => undefined
const answered = kind === 'slow' ? new Promise<void>((done) => (answers = done)) : Promise.resolve()
/** Ends the wait of a slow keychain. */
export const keychainAnswers = (): void => answers()

/** A working keychain for a host under test: the keychain of the user who runs the tests is not changed. */
const keychain = {
  async getPassword(service: string, account: string) {
    await answered
    return kept.get(`${service}/${account}`) ?? null
  },
  async setPassword(service: string, account: string, password: string) {
    await answered
    kept.set(`${service}/${account}`, password)
    save()
  },
  async deletePassword(service: string, account: string) {
    await answered
    const existed = kept.delete(`${service}/${account}`)
    save()
    return existed
  },
  async findCredentials(service: string) {
    await answered
    const own = [...kept.keys()].filter((name) => name.startsWith(`${service}/`))
    return own.map((name) => ({ account: name.slice(service.length + 1) }))
  },
}

export default keychain
