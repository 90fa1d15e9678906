import type { ProgramTwin } from '../twins/program-twin.ts'

const page = { offset: 0, limit: 100 } as const

/** Everything that a program shows of its data, as the window reads it. Without paths of this PC, and without what the network answers. */
export async function contentOf(pc: ProgramTwin): Promise<Record<string, unknown>> {
  return {
    ...(await settings(pc)),
    drafts: await drafts(pc),
    uploads: await uploads(pc),
    customers: await customers(pc),
    calls: await calls(pc),
    lookups: await lookups(pc),
    webhooks: await webhooks(pc),
    folders: await folders(pc),
    privacy: await pc.get('privacy.deletions', {}),
    exportLog: await pc.get('exportLog.list', {}),
    team: await team(pc),
  }
}

async function settings(pc: ProgramTwin): Promise<Record<string, unknown>> {
  const { current, connections } = await pc.get('connections.state', {})
  return {
    connection: { current: current?.name, connections },
    usage: await Promise.all(connections.map(({ id }) => pc.get('connections.usage', { id }))),
    preferences: await pc.get('app.preferences', {}),
    people: await pc.get('people.list', {}),
    callListSettings: await pc.get('sightings.settings', {}),
    callSettings: await pc.get('sightings.callSettings', {}),
    lookupSettings: await pc.get('lookup.settings', {}),
    retention: (await pc.get('retention.status', {})).days,
  }
}

async function drafts(pc: ProgramTwin): Promise<unknown> {
  const { drafts: all } = await pc.get('drafts.list', {})
  const whole = []
  for (const { id } of all) {
    whole.push({ draft: await pc.get('drafts.get', { id }), rows: (await pc.get('drafts.rows', { id, ...page })).rows })
  }
  return { drafts: whole, templates: (await pc.get('drafts.templates', {})).templates }
}

async function uploads(pc: ProgramTwin): Promise<unknown> {
  const whole = []
  for (const { id } of (await pc.get('uploads.list', {})).uploads) {
    // When it is tried again is drawn by chance, and its speed is that of this run.
    const { waiting, progress: _progress, ...upload } = await pc.get('uploads.get', { id })
    whole.push({
      upload: { ...upload, waiting: waiting?.reason ?? null },
      rows: (await pc.get('uploads.rows', { id, ...page })).rows,
    })
  }
  return whole
}

async function customers(pc: ProgramTwin): Promise<unknown> {
  const { total, unreadable, edits, deletions, inBin } = await pc.get('customers.status', {})
  const listed = (await pc.get('customers.list', { ...page, sort: 'rego', descending: false })).customers
  return {
    status: { total, unreadable, edits, deletions, inBin },
    list: listed,
    histories: await Promise.all(listed.map(({ id }) => pc.get('customers.history', { id }))),
    unreadable: await pc.get('customers.unreadable', {}),
    edits: (await pc.get('customers.edits', {})).edits,
    bin: (await pc.get('customers.bin', page)).records,
    views: await pc.get('customers.views', {}),
  }
}

async function calls(pc: ProgramTwin): Promise<unknown> {
  const { cars } = await pc.get('sightings.list', page)
  return {
    cars,
    histories: await Promise.all(cars.map(({ customer }) => pc.get('sightings.history', { customerId: customer.id }))),
    assignees: await pc.get('sightings.assignees', {}),
    templates: await pc.get('sightings.templates', {}),
  }
}

async function lookups(pc: ProgramTwin): Promise<unknown> {
  const { lookups: recent } = await pc.get('lookup.recent', {})
  const { jobs } = await pc.get('bulkLookups.list', {})
  return {
    recent,
    answers: await Promise.all(recent.map(({ id }) => pc.get('lookup.open', { id }))),
    status: await pc.get('lookup.savedStatus', { plate: '1AB2CD', state: 'VIC' }),
    bulk: jobs,
    items: await Promise.all(jobs.map(({ id }) => pc.get('bulkLookups.items', { id, ...page }))),
  }
}

async function webhooks(pc: ProgramTwin): Promise<unknown> {
  const { webhooks: list } = await pc.get('webhooks.list', {})
  return {
    // The version is made for each run of the program.
    list: list.map(({ version: _version, ...webhook }) => webhook),
    pings: await Promise.all(list.map(({ id }) => pc.get('webhooks.pings', { id }))),
    events: (await pc.get('inspector.events', { limit: 100 })).events,
  }
}

async function folders(pc: ProgramTwin): Promise<unknown> {
  const { folders: list } = await pc.get('folders.list', {})
  return Promise.all(
    list.map(async ({ id, name, paused, sendByItself, templateId }) => ({
      folder: { id, name, paused, sendByItself, templateId },
      files: (await pc.get('folders.files', { id, ...page })).files,
    })),
  )
}

async function team(pc: ProgramTwin): Promise<unknown> {
  const { state, team: own, age } = await pc.get('team.status', {})
  const { syncedAt: _syncedAt, ...left } = age ?? {}
  return { state, own, age: left, uploads: await pc.get('teamWork.uploads', {}) }
}
