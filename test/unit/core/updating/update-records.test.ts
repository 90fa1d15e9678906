import { expect, it } from 'vitest'
import { createRecordStore } from '../../../../src/core/customers/cache/record-store.ts'
import { migrations } from '../../../../src/core/database/migrations.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { createVaultTwin } from '../../../twins/vault-twins.ts'
import { start, type Started } from '../storage/storage-harness.ts'

/** The last version that stored a row for each record. */
const olderMigrations = migrations.slice(
  0,
  migrations.findIndex((sql) => sql.includes('CREATE TABLE customer_block')),
)
const scope = { connectionId: 'c', region: 'au' } as const

function fill({ database }: Started, records: number): void {
  database().transaction(() => {
    database().run(
      `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at) VALUES ('c', 'C', 'account', 'https://x', 'api-key', 'au', '{}', '')`,
    )
    for (let number = 0; number < records; number += 1) {
      database().run(
        `INSERT INTO customer (connection_id, region, id, last_updated, client_name, sightings, additional_fields, search)
         VALUES ('c', 'au', ?, '2026-11-01T00:00:00Z', ?, '[]', '{"Salesperson":"Kim"}', '')`,
        [`c${number}`, `Client ${number}`],
      )
    }
  })
}
const namesIn = ({ database }: Started): (string | null)[] => {
  const parts = { changes: { add: () => undefined }, log: createLogTwin(), onLost: () => undefined }
  return [...createRecordStore(database(), parts).each(scope)].map(({ record }) => record.clientName)
}

it('moves the customers of an older version before the data is open, and shows how far it is', async () => {
  const [folder, vault] = [createDataFolder(), createVaultTwin()]
  const older = await start(folder, vault, olderMigrations)
  fill(older, 3_000)
  await older.storage.close()

  const steps: string[] = []
  const next = await start(folder, vault, migrations, undefined, (status) => {
    if (status.state === 'starting' && status.step === 'updating') steps.push(String(status.progress))
  })
  expect(await next.status()).toMatchObject({ state: 'open' })
  expect(namesIn(next)).toEqual(Array.from({ length: 3_000 }, (_, number) => `Client ${number}`))
  expect(steps[0]).toBe('0')
  expect(steps.at(-1)).toBe('1')
  expect(steps.length).toBeGreaterThan(3)
  await next.storage.close()

  const last = await start(folder, vault)
  expect(namesIn(last)).toHaveLength(3_000)
})

it('opens data without customers of an older version without a step for them', async () => {
  const steps: string[] = []
  await start(createDataFolder(), createVaultTwin(), migrations, undefined, (status) => {
    if (status.state === 'starting') steps.push(status.step)
  })
  expect(steps).not.toContain('updating')
})
