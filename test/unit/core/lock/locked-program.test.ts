import { expect, it } from 'vitest'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import { createLockedEvents } from '../../../../src/core/lock/locked-program.ts'

it('gives a locked window no notice, and each once when it is unlocked', () => {
  let isLocked = true
  const announcer = createAnnouncer()
  const events = createLockedEvents({ isLocked: () => isLocked }, announcer)
  let heard: string[] = []
  events.listen(({ name, subject }) => void heard.push(subject === null ? name : `${name}: ${subject}`))
  announcer.announce('folders.noticed', 'march.csv needs you')
  announcer.announce('uploads.noticed', 'upload-1')
  announcer.announce('customers.changed')
  announcer.announce('lock.changed')
  expect(heard).toEqual(['lock.changed'])
  isLocked = false
  events.announceMissed()
  expect(heard.slice(-2)).toEqual(['folders.noticed: march.csv needs you', 'uploads.noticed: upload-1'])
  expect(heard).toContain('customers.changed')
  heard = []
  events.announceMissed()
  expect(heard.some((event) => event.includes('noticed'))).toBe(false)
})
