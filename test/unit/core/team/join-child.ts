import { readFileSync } from 'node:fs'
import { openDatabase } from '../../../../src/core/database/database.ts'
import { privateKeyOf } from '../../../../src/core/team/crypto/device-keys.ts'
import { createTeamLog } from '../../../../src/core/team/team-log.ts'

/** What a PC that joins needs, as JSON. */
export interface JoinTask {
  readonly path: string
  readonly key: string
  readonly teamId: string
  readonly founder: { readonly device: string; readonly signKey: string }
  readonly device: string
  readonly sign: string
  readonly box: string
  readonly teamKey: { readonly id: string; readonly version: number; readonly text: string }
  /** Bodies as base64, of parts that are received one after another. */
  readonly parts: readonly (readonly { readonly device: string; readonly n: number; readonly body: string }[])[]
}

/** Receives the parts and writes a line after each, until it is killed. */
const [file] = process.argv.slice(2)
const task = JSON.parse(readFileSync(file ?? '', 'utf8')) as JoinTask
const opened = openDatabase(task.path, task.key)
const [sign, box] = [privateKeyOf('Ed25519', task.sign), privateKeyOf('X25519', task.box)]
if (opened.state !== 'ready' || !sign || !box) throw new Error('The task cannot be read')
const { id, version, text } = task.teamKey
const log = createTeamLog({
  database: opened.database,
  identity: {
    teamId: task.teamId,
    founder: task.founder,
    device: task.device,
    keys: { sign, box },
    keyRing: new Map([[id, { id, version, key: Buffer.from(text, 'hex') }]]),
  },
  now: Date.now,
})
for (const part of task.parts) {
  await log.receive(part.map(({ body, ...place }) => ({ ...place, body: Buffer.from(body, 'base64') })))
  process.stdout.write('.')
}
process.stdout.write('done')
